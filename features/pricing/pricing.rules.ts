import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** Account turnover is counted over so many days for the wholesale tier. */
export const wholesaleTurnoverDays = 30;

/** The site's `maxPrice`: hundredths of a rouble, that is kopecks. */
export function maxPriceFromHundredths(hundredths: number): Kopecks {
  return kopecks(hundredths);
}
