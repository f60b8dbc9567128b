import { z } from "zod";
import { PaymentView } from "#features/payments/payments.contract.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { pageBeforeQuery } from "#lib/api/page-query.ts";

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
  query: pageBeforeQuery,
  response: PaymentPage,
  errors: [],
});
