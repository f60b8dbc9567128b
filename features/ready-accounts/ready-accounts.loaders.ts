import "server-only";
import { env } from "#lib/env.ts";

/** What the file of a delivery is called, with `{offerId}` in it. */
export const deliveryFilePattern: string = env.READY_ACCOUNTS_FILE;
