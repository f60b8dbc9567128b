import { z } from "zod";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import {
  countryIdPattern,
  digitsPattern,
  historyLimits,
  serviceCodePattern,
} from "#features/partners/activations-history/activations-history.rules.ts";
import {
  cancelReasons,
  suppliedKinds,
  suppliedStatuses,
} from "#features/statistics/supplied/supplied.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { cursorQuery, Day } from "#lib/api/page-query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { locales } from "#lib/i18n/locales.ts";

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
  /** For the next page; null behind the last one. A page of a narrow filter may hold little, or nothing, and go on. */
  nextCursor: z.string().nullable(),
});
export type PartnerOrderPage = z.infer<typeof PartnerOrderPage>;

/** What the page lets choose from. */
export type OrderChoices = {
  readonly services: readonly { code: string; name: string }[];
  readonly countries: readonly { id: number; name: string }[];
};

const filters = {
  kind: z.enum(suppliedKinds).default("activation"),
  status: z.enum(suppliedStatuses).optional(),
  service: z.string().regex(serviceCodePattern).optional(),
  country: z.string().regex(countryIdPattern).transform(Number).optional(),
  /** Digits somewhere in the number. */
  number: z.string().regex(digitsPattern).optional(),
  /** Days (UTC), both included. */
  from: Day.optional(),
  to: Day.optional(),
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
  query: z.object({
    ...filters,
    ...cursorQuery(historyLimits),
  }),
  response: PartnerOrderPage,
  errors: [statementErrors.PERIOD_REVERSED],
});

export const exportPartnerOrdersEndpoint = defineEndpoint({
  id: "exportPartnerOrders",
  method: "GET",
  path: "/cabinet/activations/export",
  summary: "The same list as a CSV file",
  description:
    "Every row that the filters find, newest first. UTF-8 with a byte order mark, separator and decimal sign as spreadsheets of the " +
    "language expect them.",
  tag: "partners",
  access: "partner",
  query: z.object({
    ...filters,
    /** A link cannot send headers, so the language may stand here. */
    locale: z.enum(locales).optional(),
  }),
  response: z.string(),
  produces: "text/csv",
  errors: [statementErrors.PERIOD_REVERSED, apiErrors.TOO_MANY_REQUESTS, apiErrors.FOREIGN_ORIGIN],
});
