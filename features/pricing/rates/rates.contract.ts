import { z } from "zod";
import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import { microOf } from "#features/pricing/rates/rates.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import { Id } from "#lib/api/ids.ts";

const instant = z.iso.datetime();
const sources = ["seed", "cbr", "cbr+ecb", "ecb+cbr", "staff"] as const;

/** The reference rate with its day: display only, money is in roubles. */
export const getUsdRateDetailsEndpoint = defineEndpoint({
  id: "getUsdRateDetails",
  method: "GET",
  path: "/currency/usd-rate",
  summary: "Roubles per US dollar (reference rate), with the day it is of",
  tag: "catalogue",
  access: "public",
  scope: "read",
  response: z.strictObject({ rubPerUsd: z.number().positive(), day: z.iso.date(), source: z.enum(sources) }),
  errors: [pricingErrors.RATE_UNAVAILABLE],
  cacheSeconds: 60,
});

const Rate = z.strictObject({
  day: z.iso.date(),
  rubPerUsd: z.string(),
  source: z.enum(sources),
  setBy: z.number().int().nullable(),
  fetchedAt: instant,
});

const Refusal = z.strictObject({
  id: z.number().int(),
  source: z.string(),
  day: z.iso.date(),
  rubPerUsd: z.string(),
  /** The rate that was kept. */
  keptRubPerUsd: z.string(),
  reason: z.enum(["jump", "disagrees", "range", "old", "early"]),
  times: z.number().int(),
  lastSeenAt: instant,
  resolution: z.enum(["accepted", "dismissed"]).nullable(),
  resolvedBy: z.number().int().nullable(),
});

export const listRatesEndpoint = defineEndpoint({
  id: "listUsdRates",
  method: "GET",
  path: "/staff/rates",
  summary: "The latest rates, what was not believed, and when the banks were asked",
  tag: "staff",
  access: "staff",
  permission: "money",
  response: z.strictObject({
    rates: z.array(Rate),
    refusals: z.array(Refusal),
    asking: z.strictObject({
      lastAskedAt: instant.nullable(),
      lastGoodAt: instant.nullable(),
      lastProblem: z.string().nullable(),
    }),
  }),
  errors: [],
});

export const setRateEndpoint = defineEndpoint({
  id: "setUsdRate",
  method: "POST",
  path: "/staff/rates",
  summary: "Set the rate by hand; it stays until a bank tells one of a later day",
  tag: "staff",
  access: "staff",
  permission: "money",
  stepUp: true,
  body: z.strictObject({
    /** Roubles for a dollar: `81.50`. */
    rubPerUsd: z
      .string()
      .regex(/^\d{1,4}(\.\d{1,6})?$/)
      .refine((text) => {
        const micro = microOf(text);
        return micro !== null && micro >= 10_000_000n && micro <= 1_000_000_000n;
      }, "from 10 to 1000 roubles"),
    reason: z.string().trim().min(3).max(500),
  }),
  status: 201,
  response: z.strictObject({ rubPerUsd: z.string() }),
  errors: [],
});

export const resolveRateRefusalEndpoint = defineEndpoint({
  id: "resolveRateRefusal",
  method: "POST",
  path: "/staff/rates/refusals/{refusalId}",
  summary: "Accept a rate that was not believed, or dismiss it",
  tag: "staff",
  access: "staff",
  permission: "money",
  stepUp: true,
  params: z.object({
    refusalId: Id,
  }),
  body: z.strictObject({ resolution: z.enum(["accepted", "dismissed"]) }),
  response: z.strictObject({ refusalId: z.number().int() }),
  errors: [pricingErrors.RATE_REFUSAL_NOT_FOUND],
});
