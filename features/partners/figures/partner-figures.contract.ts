import { z } from "zod";
import { statementErrors } from "#features/ledger/statement/statement.errors.ts";
import { suppliedExtents, suppliedGroupings } from "#features/statistics/supplied/supplied.rules.ts";
import { limits } from "#features/statistics/users/users.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Day } from "#lib/api/page-query.ts";

const Count = z.number().int().nonnegative();
const DayText = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/** Sums over orders on the partner's numbers; `supplied.rules.ts` of statistics says what each counts. */
export const PartnerCounts = z.strictObject({
  requests: Count,
  waiting: Count,
  codes: Count,
  sms: Count,
  cancelled: Count,
  reported: Count,
  medianSeconds: Count.nullable(),
  earnedKopecks: z.number().int(),
});
export type PartnerCounts = z.infer<typeof PartnerCounts>;

/** One row of the table: a day, a service, a country or an operator; the other three are null. Icons are paths. */
const PartnerGroup = PartnerCounts.extend({
  day: DayText.nullable(),
  service: z.strictObject({ code: z.string(), name: z.string(), icon: z.string().nullable() }).nullable(),
  country: z.strictObject({ id: z.number().int(), name: z.string(), icon: z.string() }).nullable(),
  operator: z.string().nullable(),
});
export type PartnerGroup = z.infer<typeof PartnerGroup>;

export const PartnerFigures = z.strictObject({
  /** Days (UTC), both included. */
  from: DayText,
  to: DayText,
  timeZone: z.literal("UTC"),
  kind: z.enum(suppliedExtents),
  by: z.enum(suppliedGroupings),
  total: PartnerCounts,
  /** Every day of the period, also those without orders. */
  days: z.array(PartnerCounts.extend({ day: DayText })),
  /** What there is of `by`: days newest first, the others by the number of requests. */
  groups: z.array(PartnerGroup),
});
export type PartnerFigures = z.infer<typeof PartnerFigures>;

export const readPartnerFiguresEndpoint = defineEndpoint({
  id: "readPartnerFigures",
  method: "GET",
  path: "/cabinet/statistics",
  summary: "What became of the partner's numbers, by day, service, country or operator",
  description:
    "Requests (numbers that buyers got), codes, SMS, cancelled numbers, median time to the code and earnings of a period. An order counts " +
    "on the day (UTC) it was made. `days` counts up to and with today; `from` and `to` (both included, at most 366 days) choose a period " +
    "of one's own. Figures include this moment.",
  tag: "partners",
  access: "partner",
  query: z.object({
    /** So many days up to today (UTC). Ignored with `from` and `to`. */
    days: z
      .string()
      .regex(/^[1-9]\d{0,2}$/)
      .transform((text) => Math.min(Number(text), limits.periodDays))
      .default(limits.periodDefault),
    from: Day.optional(),
    to: Day.optional(),
    kind: z.enum(suppliedExtents).default("all"),
    by: z.enum(suppliedGroupings).default("day"),
  }),
  response: PartnerFigures,
  errors: [statementErrors.PERIOD_REVERSED, statementErrors.PERIOD_TOO_LONG],
});
