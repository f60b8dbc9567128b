import { z } from "zod";
import { defineTopic } from "#lib/jobs/topics.ts";

/** A top-up was credited. Published in the crediting transaction; the subscriber re-reads the payment. */
export const toppedUp = defineTopic({
  name: "payments-topped-up",
  payload: z.strictObject({ paymentId: z.number().int(), userId: z.number().int() }),
});

/** A credited top-up, or a part of it, was reversed by its provider (refund or lost dispute). */
export const topUpReversed = defineTopic({
  name: "payments-top-up-taken-back",
  payload: z.strictObject({ paymentId: z.number().int(), userId: z.number().int() }),
});
