import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** From so many hours on, an hour costs so many basis points of its full price. */
export type RentStep = { readonly fromHours: number; readonly rateBp: number };

/**
 * What `hours` cost at an hour's full price, like tax brackets: each hour at the rate of its own step, rounded up once. More
 * hours never cost less. The purchase counts the same way (SQL: pricing_rent_total).
 */
export function rentTotal(hourKopecks: number, hours: number, steps: readonly RentStep[]): Kopecks {
  const sorted = steps.toSorted((left, right) => left.fromHours - right.fromHours);
  let weighted = 0n;
  for (const [at, { fromHours, rateBp }] of sorted.entries()) {
    const end = Math.min(hours, sorted[at + 1]?.fromHours ?? hours);
    if (end > fromHours) weighted += BigInt(end - fromHours) * BigInt(rateBp) * BigInt(hourKopecks);
  }
  return kopecks((weighted + 9_999n) / 10_000n);
}
