import { pricingErrors } from "#features/pricing/pricing.errors.ts";
import {
  getUsdRateDetailsEndpoint,
  listRatesEndpoint,
  resolveRateRefusalEndpoint,
  setRateEndpoint,
} from "#features/pricing/rates/rates.contract.ts";
import { findUsdRate, listRateRefusals, listRates, readAsking } from "#features/pricing/rates/rates.reads.ts";
import { microOf, rateText } from "#features/pricing/rates/rates.rules.ts";
import { resolveRefusal, setUsdRate } from "#features/pricing/rates/rates.writes.ts";
import { route } from "#lib/api/route.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

const RATES_SHOWN = 60;

export const rateRoutes = [
  route(getUsdRateDetailsEndpoint, async ({ db }) => {
    const rate = await findUsdRate(db);
    if (!rate) throw new AppError(pricingErrors.RATE_UNAVAILABLE);
    return { rubPerUsd: rate.rubPerUsd, day: rate.day, source: rate.source };
  }),
  route(listRatesEndpoint, async ({ db }) => {
    const [rates, refusals, asking] = await Promise.all([
      listRates(db, RATES_SHOWN),
      listRateRefusals(db, RATES_SHOWN),
      readAsking(db),
    ]);
    return {
      rates: rates.map((rate) => ({ ...rate, fetchedAt: rate.fetchedAt.toISOString() })),
      refusals: refusals.map((refusal) => ({ ...refusal, lastSeenAt: refusal.lastSeenAt.toISOString() })),
      asking: {
        lastAskedAt: asking.lastAskedAt?.toISOString() ?? null,
        lastGoodAt: asking.lastGoodAt?.toISOString() ?? null,
        lastProblem: asking.lastProblem,
      },
    };
  }),
  route(setRateEndpoint, async ({ db, actor, body, ip }) => {
    // The contract has made sure that it is a rate.
    const microRubPerUsd = microOf(body.rubPerUsd) ?? 0n;
    await withTransaction(db, (tx) =>
      setUsdRate(tx, { actorId: actor.userId, microRubPerUsd, reason: body.reason, ip }),
    );
    return { rubPerUsd: rateText(microRubPerUsd) };
  }),
  route(resolveRateRefusalEndpoint, async ({ db, actor, params, body, ip }) => {
    const { refusalId } = params;
    await withTransaction(db, (tx) =>
      resolveRefusal(tx, { actorId: actor.userId, refusalId, resolution: body.resolution, ip }),
    );
    return { refusalId };
  }),
];
