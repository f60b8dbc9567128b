import type { Ladder, Rank } from "#features/loyalty/programme.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { type Kopecks, kopecks, shareOf } from "#lib/money/kopecks.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * Monday 00:00 UTC of the ISO week that a moment lies in. In UTC no week is longer or shorter than seven days: clocks
 * going forward or back, leap days and the 53rd week change nothing.
 */
export function weekStartOf(at: Date): Date {
  const daysSinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS - daysSinceMonday * DAY_MS);
}

/** The first moment after a week. */
export function weekEndOf(startsAt: Date): Date {
  return new Date(startsAt.getTime() + WEEK_MS);
}

/** The name of a week by its Monday: `2026-W47`. The year is that of its Thursday (ISO 8601). */
export function weekNameOf(startsAt: Date): string {
  const thursday = new Date(startsAt.getTime() + 3 * DAY_MS);
  const year = thursday.getUTCFullYear();
  const week = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / WEEK_MS);
  return `${year}-W${String(week).padStart(2, "0")}`;
}

export type Standing = {
  /** 0 below the first step, then 1, 2, ... */
  readonly rank: number;
  readonly cashbackBp: number;
  readonly next: (Rank & { readonly missingKopecks: Kopecks }) | null;
};

/** Where a week's total stands on the ladder. A step is reached by exactly its amount. */
export function standingOf(ladder: Ladder, total: Kopecks): Standing {
  const rank = ladder.filter(({ fromKopecks }) => total >= fromKopecks).length;
  const next = ladder[rank];
  return {
    rank,
    cashbackBp: ladder[rank - 1]?.cashbackBp ?? 0,
    next: next ? { ...next, missingKopecks: kopecks(next.fromKopecks - total) } : null,
  };
}

/** A week's cashback: the rank's share of the whole total, rounded down to the kopeck (the rest stays with the house). */
export function cashbackOf(ladder: Ladder, total: Kopecks, capKopecks: Kopecks | null): Kopecks {
  const share = shareOf(total, standingOf(ladder, total).cashbackBp);
  return capKopecks === null ? share : kopecks(Math.min(share, capKopecks));
}

/** What a payment's provider may still credit for the week before when the new one has begun. */
export const roundGraceMinutes = 10;

/** "1,5" of 150 hundredths of a percent. */
export function percentText(basisPoints: number): string {
  return formatNumber(basisPoints / 100);
}
