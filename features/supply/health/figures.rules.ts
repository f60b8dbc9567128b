/** Upper ends of the groups in which answer times are counted, in milliseconds; what is slower is in none of them. */
export const answerTimeGroups = [250, 500, 1_000, 2_000, 3_000] as const;

/**
 * Stock is taken as told until so many attempts of the last day say otherwise; from then on as the share of them that found a number
 * (decision 0540).
 */
export const provenLimits = { hours: 24, attempts: 20 } as const;

/** Sums of a supplier over some time. */
export type SupplierSums = {
  readonly numbers: number;
  readonly noNumbers: number;
  readonly failed: number;
  readonly unanswered: number;
  /** Attempts whose answer time is known, and the sum of those times. */
  readonly timed: number;
  readonly answerMsSum: number;
  /** How many of them came within each of answerTimeGroups: the later include the former. */
  readonly withinGroups: readonly number[];
  readonly sms: number;
  readonly unusable: number;
};

/** Percent of attempts that found no number where the supplier claimed to have some, of those that tell; null without any. */
export function noNumbersPercent({ numbers, noNumbers }: SupplierSums): number | null {
  const told = numbers + noNumbers;
  return told === 0 ? null : Math.round((noNumbers / told) * 1_000) / 10;
}

/** Mean answer time in milliseconds, or null. */
export function meanAnswerMs({ timed, answerMsSum }: SupplierSums): number | null {
  return timed === 0 ? null : Math.round(answerMsSum / timed);
}

/** The smallest of answerTimeGroups within which `percent` of the answers came; null without answers or when it is slower. */
export function answerMsOf(percent: number, { timed, withinGroups }: SupplierSums): number | null {
  if (timed === 0) return null;
  const at = withinGroups.findIndex((count) => count * 100 >= timed * percent);
  return answerTimeGroups[at] ?? null;
}
