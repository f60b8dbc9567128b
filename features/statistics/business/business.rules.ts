import { percent } from "#features/statistics/statistics.rules.ts";

/** Services and countries that are listed, most purchases first. */
export const topRows = 10;

/** Sums of what happened; which day counts what: `statistics_of_transfers`. Money is in whole kopecks. */
export type BusinessSums = {
  /** Orders that got a number, accounts or a licence: activations, rentals, ready accounts, licences with their renewals. */
  readonly placed: number;
  /** Activations that ended with a code, and without one. */
  readonly delivered: number;
  readonly undelivered: number;
  /** Captured orders refunded. */
  readonly refunded: number;
  /** What buyers paid, before refunds. */
  readonly capturedKopecks: number;
  readonly refundedKopecks: number;
  /** What suppliers, stores and agents of licences get. */
  readonly costKopecks: number;
  /** Welcome bonuses and cashback, less what was reversed of them. */
  readonly bonusKopecks: number;
  /** What referrers got, less what was reversed. */
  readonly referralKopecks: number;
};

export const noSums: BusinessSums = {
  placed: 0,
  delivered: 0,
  undelivered: 0,
  refunded: 0,
  capturedKopecks: 0,
  refundedKopecks: 0,
  costKopecks: 0,
  bonusKopecks: 0,
  referralKopecks: 0,
};

/** What buyers paid, less refunds. */
export function revenueOf({ capturedKopecks, refundedKopecks }: BusinessSums): number {
  return capturedKopecks - refundedKopecks;
}

/** What is left of the revenue after suppliers, bonuses and referrers; below zero when they got more. */
export function marginOf(sums: BusinessSums): number {
  return revenueOf(sums) - sums.costKopecks - sums.bonusKopecks - sums.referralKopecks;
}

/** The share of ended activations that got a code, in percent; null while none has ended. */
export function deliveryPercentOf(sums: Pick<BusinessSums, "delivered" | "undelivered">): number | null {
  const ended = sums.delivered + sums.undelivered;
  return ended === 0 ? null : percent(sums.delivered, ended);
}

/** Two sums together. */
export function addSums(one: BusinessSums, other: BusinessSums): BusinessSums {
  const names = Object.keys(noSums) as (keyof BusinessSums)[];
  return Object.fromEntries(names.map((name) => [name, one[name] + other[name]])) as BusinessSums;
}
