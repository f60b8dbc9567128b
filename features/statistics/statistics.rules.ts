/** Days that the public figures are made of. */
export const metricDays = 30;

/** Days that figures are kept for. */
export const keptDays = 400;

/** How a service does in a country: shares of a hundred with two decimals at most. */
export type CountryMetric = {
  readonly countryId: number;
  /** Of all purchases of the service. */
  readonly sharePercent: number;
  /** Of the purchases there that got a code. */
  readonly successPercent: number;
};

/** Part of a whole in percent, rounded to two decimals. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part * 10_000) / whole) / 100;
}

/** Service 0 of the figures: the whole number was rented. */
export const wholeNumberId = 0;
