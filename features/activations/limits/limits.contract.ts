import { z } from "zod";
import { banReasons } from "#features/activations/limits/limits.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";

const count = z.number().int();

const OpenLevelView = z.strictObject({
  openMax: count,
  ageDays: count,
  turnoverKopecks: count,
  deliveredPercent: count,
});

/** How many orders an account may have open, how many it has, and how to get more. */
export const AccountLimits = z.strictObject({
  /** Orders that wait for their code, and rentals that may still be cancelled with the money back. */
  openOrders: count,
  openMax: count,
  /** What the staff gave this account beside the table. */
  grantedMax: count.nullable(),
  ageDays: count,
  /** Of the last `windowDays`: orders that got a code or were refunded, those with a code, and what these cost. */
  finishedCount: count,
  deliveredCount: count,
  turnoverKopecks: count,
  windowDays: count,
  /** The rating; null below ten finished orders. */
  deliveredPercent: count.nullable(),
  /** No purchases until then. */
  bannedUntil: z.iso.datetime().nullable(),
  banReason: z.enum(banReasons).nullable(),
  /** The published table: an account has the highest step of which it meets everything. */
  levels: z.array(OpenLevelView),
  /** Who gives back so many orders within so many minutes, with less than so many of a hundred delivered, is banned for a while. */
  unusedRule: z.strictObject({
    minutes: count,
    ordersMax: count,
    unusedMin: count,
    deliveredPercent: count,
    banMinutes: z.array(count),
  }),
  /** A number bought without a highest price costs at most so many percent more than what is listed now or was in the last seconds. */
  openPrice: z.strictObject({ tolerancePercent: count, toldSeconds: count }),
});
export type AccountLimits = z.infer<typeof AccountLimits>;

export const getAccountLimitsEndpoint = defineEndpoint({
  id: "getAccountLimits",
  method: "GET",
  path: "/limits/account",
  tag: "limits",
  summary: "How many orders may be open at once, how many are, and how to get more",
  description:
    "Buying beyond it answers CHANNELS_LIMIT, in every API. A higher limit that has been earned counts from the next purchase on that " +
    "meets the old one, at most once in ten minutes.",
  access: "user",
  scope: "read",
  response: AccountLimits,
  errors: [],
});
