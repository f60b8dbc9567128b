import { openPrice } from "#features/pricing/listed/listed-price.reads.ts";
import { restGetLimits } from "#features/rest-api/limits/limits.contract.ts";
import { restLimits, restRates } from "#features/rest-api/rest-api.rules.ts";
import { windowSeconds } from "#lib/api/rate-limits.ts";
import { route } from "#lib/api/route.ts";

export const restLimitRoutes = [
  route(restGetLimits, () => ({
    rates: Object.values(restRates).map((policy) => ({ ...policy, windowSeconds: windowSeconds(policy) })),
    page: { default: restLimits.pageDefault, max: restLimits.pageMax },
    idsMax: restLimits.idsMax,
    waitSecondsMax: restLimits.waitSecondsMax,
    openPrice: { ...openPrice },
    idempotencyKeyDays: restLimits.answersKeptDays,
  })),
];
