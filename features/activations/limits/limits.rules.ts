/** One step of the published table: what an account must have to keep so many orders open at once. */
export type OpenLevel = {
  /** Orders that may wait for their code at once; a rental counts while its money may still come back. */
  readonly openMax: number;
  /** Days since registration. */
  readonly ageDays: number;
  /** What the codes of the last days cost. */
  readonly turnoverKopecks: number;
  /** Of a hundred finished orders of the last days, so many must have got their code: the rating. */
  readonly deliveredPercent: number;
};

/** The published table, from the lowest step up; an account has the highest one of which it meets everything. */
export const openLevels: readonly OpenLevel[] = [
  { openMax: 10, ageDays: 0, turnoverKopecks: 0, deliveredPercent: 0 },
  { openMax: 25, ageDays: 1, turnoverKopecks: 30_000, deliveredPercent: 20 },
  { openMax: 50, ageDays: 3, turnoverKopecks: 150_000, deliveredPercent: 25 },
  { openMax: 100, ageDays: 7, turnoverKopecks: 500_000, deliveredPercent: 30 },
  { openMax: 250, ageDays: 14, turnoverKopecks: 2_000_000, deliveredPercent: 35 },
  { openMax: 500, ageDays: 30, turnoverKopecks: 5_000_000, deliveredPercent: 40 },
];

/** What the staff may give at most, above the table. */
export const grantedMaxLimit = 100_000;

export const ratingRule = {
  /** Orders of so many days count, and of them the newest so many. */
  days: 30,
  ordersMax: 5_000,
  /** Below so many finished orders there is no rating. */
  finishedMin: 10,
  /** A limit that stands in the way is reckoned anew no more often than this; by itself, once a day. */
  againAfterMinutes: 10,
  againAfterHours: 24,
} as const;

/**
 * Who takes numbers and does not use them is banned for a while: judged with every order that is refunded without a code. What the
 * buyer reports as blocked does not count, and what the supplier never gave is no order.
 */
export const useRule = {
  minutes: 60,
  /** Of the newest so many orders of that time. */
  ordersMax: 100,
  unusedMin: 40,
  /** Banned when less than so many of a hundred ended orders got a code. */
  deliveredPercent: 5,
  /** Minutes of the first, second and every further ban within a week. */
  banMinutes: [30, 120, 1_440],
} as const;

/** The longest ban that the staff may set by hand: a year. */
export const banDaysMax = 366;

/** Why an account may not buy for a while. */
export const banReasons = ["unused", "staff"] as const;
export type BanReason = (typeof banReasons)[number];

export type StandingFacts = {
  readonly ageDays: number;
  readonly finishedCount: number;
  readonly deliveredCount: number;
  readonly turnoverKopecks: number;
};

type Counts = Pick<StandingFacts, "finishedCount" | "deliveredCount">;

/** The rating: whole percent of finished orders that got their code, rounded down; null while there are too few. */
export function deliveredPercentOf({ finishedCount, deliveredCount }: Counts): number | null {
  if (finishedCount < ratingRule.finishedMin) return null;
  return Math.floor((deliveredCount * 100) / finishedCount);
}

/** The highest step of the table of which these facts meet everything. */
export function levelOf(facts: StandingFacts): OpenLevel {
  return openLevels.findLast((level) => meets(facts, level)) ?? (openLevels[0] as OpenLevel);
}

/** The next step after what an account has, or null at the top. */
export function levelAfter(openMax: number): OpenLevel | null {
  return openLevels.find((level) => level.openMax > openMax) ?? null;
}

function meets(facts: StandingFacts, level: OpenLevel): boolean {
  return (
    facts.ageDays >= level.ageDays &&
    facts.turnoverKopecks >= level.turnoverKopecks &&
    (deliveredPercentOf(facts) ?? 0) >= level.deliveredPercent
  );
}
