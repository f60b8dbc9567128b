import "server-only";
import { env } from "#lib/env.ts";

/** The tab of ready accounts is shown. */
export const isReadyShopOpen: boolean = env.READY_ACCOUNTS;

/** What the file of a delivery is called, with `{offerId}` in it. */
export const deliveryFilePattern: string = env.READY_ACCOUNTS_FILE;
