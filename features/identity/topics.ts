import { z } from "zod";
import { defineTopic } from "#lib/jobs/topics.ts";

/** Somebody has confirmed his address and is a user now; the subscriber reads how he came. */
export const registered = defineTopic({
  name: "identity-registered",
  payload: z.strictObject({ userId: z.number().int() }),
});
