import type { OpenPrice, QuotedPrice } from "#features/pricing/told/told.rules.ts";
import { env } from "#lib/env.ts";

/**
 * What a purchase that names no highest price may cost: so many percent more than the lowest price told for what it asks for, now or
 * in the last seconds. Published in the documentation and the account's settings; pricing_most is the same in the database.
 */
export const openPrice: OpenPrice = {
  tolerancePercent: env.PRICE_TOLERANCE_PERCENT,
  toldSeconds: env.PRICE_TOLD_SECONDS,
};

/** From how many numbers and seconds on a price that went or rose binds those who name no limit. */
export const quotedPrice: QuotedPrice = {
  count: env.PRICE_QUOTED_COUNT,
  seconds: env.PRICE_QUOTED_SECONDS,
};
