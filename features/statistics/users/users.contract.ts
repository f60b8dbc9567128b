import { z } from "zod";
import { activationErrors } from "#features/activations/activations.errors.ts";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { groupings, limits, purchaseKinds } from "#features/statistics/users/users.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Day } from "#lib/api/page-query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { locales } from "#lib/i18n/locales.ts";

const Count = z.number().int().nonnegative();
const Amount = z.number().int();

/** Figures of some purchases; `features/statistics/users/users.rules.ts` says what each counts. */
export const FiguresView = z.strictObject({
  requests: Count,
  refused: Count,
  numbers: Count,
  waiting: Count,
  successes: Count,
  cancelled: Count,
  expired: Count,
  reported: Count,
  extensions: Count,
  accountOrders: Count,
  accounts: Count,
  refundedAccounts: Count,
  capturedKopecks: Amount,
  returnedKopecks: Amount,
  spentKopecks: Amount,
  deliveryPercent: z.number().min(0).max(100).nullable(),
  medianSeconds: Count.nullable(),
});
export type FiguresView = z.infer<typeof FiguresView>;

const DayText = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/** One row of the table: a day, a service or a country. Icons are paths. */
export const GroupView = FiguresView.extend({
  day: DayText.nullable(),
  service: z.strictObject({ code: z.string(), name: z.string(), icon: z.string().nullable() }).nullable(),
  country: z.strictObject({ id: z.number().int(), name: z.string(), icon: z.string() }).nullable(),
});
export type GroupView = z.infer<typeof GroupView>;

export const StatisticsView = z.strictObject({
  /** Days (UTC), both included. */
  from: DayText,
  to: DayText,
  timeZone: z.literal("UTC"),
  kind: z.enum(purchaseKinds),
  by: z.enum(groupings),
  total: FiguresView,
  /** Every day of the period, also those without purchases; without the median. */
  days: z.array(FiguresView.omit({ medianSeconds: true }).extend({ day: DayText })),
  /** What there is of `by`: days newest first, services and countries by the number of requests. */
  groups: z.array(GroupView),
});
export type StatisticsView = z.infer<typeof StatisticsView>;

const period = {
  /** So many days up to today (UTC). Ignored with `from` and `to`. */
  days: z
    .string()
    .regex(/^[1-9]\d{0,2}$/)
    .transform((text) => Math.min(Number(text), limits.periodDays))
    .default(limits.periodDefault),
  from: Day.optional(),
  to: Day.optional(),
  kind: z.enum(purchaseKinds).default("all"),
};

const periodErrors = [statementErrors.PERIOD_REVERSED, statementErrors.PERIOD_TOO_LONG] as const;

export const readStatisticsEndpoint = defineEndpoint({
  id: "readStatistics",
  method: "GET",
  path: "/statistics",
  summary: "Your purchases by day, service or country",
  description:
    "Requests, numbers, codes, cancelled and expired numbers, ready accounts, money spent (taken less refunded), delivery rate and median " +
    "time to the code of a period. A purchase counts on the day (UTC) it was made, also when its code or its refund came later; an extension of a " +
    "rental on its own day. `accounts`: ready accounts delivered by `accountOrders` of the requests, " +
    "which have no numbers; `refundedAccounts`: those of them whose price came back. `refused`: orders that found no number or were not " +
    "delivered; requests answered NO_NUMBERS at once make no order and are not counted. `days` counts up to and with " +
    "today; `from` and `to` (both included, at most 366 days) choose a period of your own, `to` alone ends `days` there. Figures include this moment.",
  tag: "statistics",
  access: "user",
  scope: "read",
  query: z.object({ ...period, by: z.enum(groupings).default("day") }),
  response: StatisticsView,
  errors: [...periodErrors, activationErrors.KEY_NOT_FOR_THIS],
});

export const exportStatisticsEndpoint = defineEndpoint({
  id: "exportStatistics",
  method: "GET",
  path: "/statistics/export",
  summary: "Your purchases of a period by day, kind, service and country as a CSV file",
  description:
    "The same figures as `/statistics` in their finest rows, oldest first: one for each day, kind, service and country. UTF-8 " +
    "with a byte order mark, separator and decimal sign as spreadsheets of the language expect them.",
  tag: "statistics",
  access: "user",
  scope: "read",
  query: z.object({
    ...period,
    /** A link cannot send headers, so the language may stand here. */
    locale: z.enum(locales).optional(),
  }),
  response: z.string(),
  produces: "text/csv",
  errors: [
    ...periodErrors,
    activationErrors.KEY_NOT_FOR_THIS,
    apiErrors.TOO_MANY_REQUESTS,
    apiErrors.FOREIGN_ORIGIN,
  ],
});
