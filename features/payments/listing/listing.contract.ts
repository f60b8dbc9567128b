import { z } from "zod";
import { PaymentView } from "#features/payments/payments.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

export const PaymentPage = z.strictObject({
  payments: z.array(PaymentView),
  /** Name the last id as `before` to get them. */
  isMore: z.boolean(),
});
export type PaymentPage = z.infer<typeof PaymentPage>;

export const listPaymentsEndpoint = defineEndpoint({
  id: "listPayments",
  method: "GET",
  path: "/payments",
  summary: "The own payments, newest first",
  tag: "payments",
  access: "session",
  query: z.object({
    /** Answers payments before this id. */
    before: z
      .string()
      .regex(/^[1-9]\d{0,14}$/)
      .optional()
      .transform((text) => (text === undefined ? null : Number(text))),
    limit: z
      .string()
      .regex(/^([1-9]|[1-4]\d|50)$/, "1 to 50")
      .default("20")
      .transform(Number),
  }),
  response: PaymentPage,
  errors: [],
});
