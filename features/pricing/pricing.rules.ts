import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** Account turnover is counted over so many days for the wholesale tier. */
export const wholesaleTurnoverDays = 30;

/**
 * The smallest amount of US cents that a price may be shown as (spec, section 9: USD shown minimum 0.01).
 * Display only: balances and prices are in RUB.
 */
export const usdCentsMinimum = 1;

/**
 * A RUB amount in whole US cents at a reference rate, rounded to the nearest cent, at least one for a price above 0.
 * @param microRubPerUsd the rate in millionths of a rouble, so that no fraction is needed
 */
export function usdCents(amount: Kopecks, microRubPerUsd: bigint): number {
  if (amount === 0) return 0;
  const cents = (BigInt(amount) * 1_000_000n + microRubPerUsd / 2n) / microRubPerUsd;
  return Math.max(usdCentsMinimum, Number(cents));
}

/** The site's `maxPrice`: hundredths of a rouble, that is kopecks. */
export function maxPriceFromHundredths(hundredths: number): Kopecks {
  return kopecks(hundredths);
}
