import { z } from "zod";
import { defineRest } from "#features/rest-api/rest-api.contract.ts";

/** What is published about limits; the same for everybody. */
const LimitsView = z.strictObject({
  rates: z
    .array(
      z.strictObject({
        name: z.string(),
        perSecond: z.number(),
        burst: z.number().int(),
        windowSeconds: z.number().int().describe("Seconds in which an emptied burst is there again"),
      }),
    )
    .describe("Per key, or per signed-in user; of callers without a key per network"),
  page: z.strictObject({ default: z.number().int(), max: z.number().int() }),
  idsMax: z.number().int().describe("Orders asked for by their ids in one call"),
  waitSecondsMax: z.number().int().describe("Highest `wait`"),
  openPrice: z
    .strictObject({ tolerancePercent: z.number().int(), toldSeconds: z.number().int() })
    .describe(
      "A number bought without a highest price costs at most so many percent more than the lowest price listed for what is asked for, " +
        "now or in the last seconds",
    ),
  idempotencyKeyDays: z.number().int().describe("An answer is kept for its key so long at least"),
});

export const restGetLimits = defineRest({
  id: "restGetLimits",
  method: "GET",
  path: "/limits",
  tag: "limits",
  summary: "Limits of this API",
  description:
    "Every answer of this API carries `RateLimit-Policy` (q: calls at once, w: seconds in which they are given back) and " +
    "`RateLimit` (r: calls left, t: seconds until all are there again). Beyond it: 429 with `Retry-After`.",
  access: "public",
  scope: "read",
  response: LimitsView,
  errors: [],
  cacheSeconds: 300,
  examples: {
    limits: {
      answer: {
        rates: [
          { name: "calls", perSecond: 50, burst: 100, windowSeconds: 2 },
          { name: "purchases", perSecond: 10, burst: 20, windowSeconds: 2 },
        ],
        page: { default: 50, max: 100 },
        idsMax: 100,
        waitSecondsMax: 25,
        openPrice: { tolerancePercent: 5, toldSeconds: 60 },
        idempotencyKeyDays: 30,
      },
    },
  },
});
