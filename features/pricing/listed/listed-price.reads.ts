import type { ListedPrice, OpenPrice } from "#features/pricing/listed/listed-price.rules.ts";
import { env } from "#lib/env.ts";

/**
 * What a purchase that names no highest price may cost: so many percent more than the lowest price listed for what it asks for, now or
 * in the last seconds. Published in the documentation and the account's settings; pricing_most is the same in the database.
 */
export const openPrice: OpenPrice = {
  tolerancePercent: env.PRICE_TOLERANCE_PERCENT,
  toldSeconds: env.PRICE_TOLD_SECONDS,
};

/** From how many numbers and seconds on a price that went or rose binds those who name no limit. */
export const listedPrice: ListedPrice = {
  count: env.PRICE_TOLD_COUNT,
  seconds: env.PRICE_TOLD_AFTER_SECONDS,
};
