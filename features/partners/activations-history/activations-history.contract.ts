import { z } from "zod";
import {
  fileLocaleQuery,
  goodsQuery,
  NextCursor,
  ORDER_FILE_DESCRIPTION,
  orderPageQuery,
} from "#features/catalogue/order-lists/order-lists.contract.ts";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import {
  cancelReasons,
  suppliedKinds,
  suppliedStatuses,
} from "#features/statistics/supplied/supplied.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";

const Count = z.number().int().nonnegative();

/** An order on one of the partner's numbers. Nothing of who bought it and of what its SMS said. Icons are paths. */
const PartnerOrder = z.strictObject({
  id: z.number().int(),
  kind: z.enum(suppliedKinds),
  /** International digits. */
  number: z.string(),
  at: z.iso.datetime(),
  service: z.strictObject({ code: z.string(), name: z.string(), icon: z.string().nullable() }),
  country: z.strictObject({ id: z.number().int(), name: z.string(), icon: z.string() }),
  operator: z.string(),
  status: z.enum(suppliedStatuses),
  /** Of cancelled ones: why. */
  reason: z.enum(cancelReasons).nullable(),
  sms: Count,
  /** From the number to its first SMS; null without one. */
  waitSeconds: Count.nullable(),
  earnedKopecks: z.number().int(),
});
export type PartnerOrder = z.infer<typeof PartnerOrder>;

export const PartnerOrderPage = z.strictObject({
  /** Newest first. */
  orders: z.array(PartnerOrder),
  nextCursor: NextCursor,
});
export type PartnerOrderPage = z.infer<typeof PartnerOrderPage>;

const filters = {
  kind: z.enum(suppliedKinds).default("activation"),
  status: z.enum(suppliedStatuses).optional(),
  ...goodsQuery,
};

export const listPartnerOrdersEndpoint = defineEndpoint({
  id: "listPartnerOrders",
  method: "GET",
  path: "/cabinet/activations",
  summary: "Activations and rentals of the partner's own numbers, newest first",
  description:
    "`status`: `waiting` for its first SMS, `activation` (SMS received), `completed`, `cancelled` (`reason` says by whom). " +
    "`from` and `to` are days (UTC), both included. Go on with `cursor` = `nextCursor`.",
  tag: "partners",
  access: "partner",
  query: z.object({ ...filters, ...orderPageQuery }),
  response: PartnerOrderPage,
  errors: [statementErrors.PERIOD_REVERSED],
});

export const exportPartnerOrdersEndpoint = defineEndpoint({
  id: "exportPartnerOrders",
  method: "GET",
  path: "/cabinet/activations/export",
  summary: "The same list as a CSV file",
  description: ORDER_FILE_DESCRIPTION,
  tag: "partners",
  access: "partner",
  query: z.object({ ...filters, ...fileLocaleQuery }),
  response: z.string(),
  produces: "text/csv",
  errors: [statementErrors.PERIOD_REVERSED, apiErrors.TOO_MANY_REQUESTS, apiErrors.FOREIGN_ORIGIN],
});
