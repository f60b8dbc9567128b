import { monotonicMs, nowMs } from "#lib/clock.ts";

/** How far this process's clock is ahead of the database's (negative: behind), and by how much the measurement may be wrong. */
export type ClockDifference = { readonly aheadMs: number; readonly uncertainMs: number };

/** Larger differences are wrong: within a minute no deadline, code or signature of ours decides otherwise. */
export const CLOCK_LIMIT_MS = 60_000;

/** Asks for the database's real time in milliseconds since 1970: not `app_now()`, which demos and journeys move on purpose. */
export const DATABASE_TIME = "select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms";

/** The clock and the stopwatch of this process; tests give others. */
export type OwnClock = { nowMs(): number; monotonicMs(): number };

const ownClock: OwnClock = { nowMs, monotonicMs };

/**
 * Compares this process's clock with the database's. The database read its own at some moment between question and answer, so half the
 * round trip is what the measurement may be wrong by: a slow answer makes it uncertain, never a difference.
 */
export async function measureClock(
  askDatabaseMs: () => Promise<number>,
  own: OwnClock = ownClock,
): Promise<ClockDifference> {
  const askedAtMs = own.nowMs();
  const beganMs = own.monotonicMs();
  const databaseMs = await askDatabaseMs();
  const halfMs = (own.monotonicMs() - beganMs) / 2;
  return { aheadMs: askedAtMs + halfMs - databaseMs, uncertainMs: halfMs };
}

/**
 * Whether a clock is wrong, from what was known and what was measured. It becomes wrong when the difference is surely above a minute and
 * right again when it is surely not; between the two it stays what it was, so that a difference that does not change is told once.
 */
export function judgeClock(wasWrong: boolean, { aheadMs, uncertainMs }: ClockDifference): boolean {
  const differenceMs = Math.abs(aheadMs);
  if (differenceMs - uncertainMs > CLOCK_LIMIT_MS) return true;
  if (differenceMs + uncertainMs <= CLOCK_LIMIT_MS) return false;
  return wasWrong;
}

/** `2 h 5 min ahead of` or `3 days behind`, in the two largest units. */
export function differenceText(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  const parts = [
    [Math.floor(seconds / 86_400), seconds >= 172_800 ? "days" : "day"],
    [Math.floor(seconds / 3_600) % 24, "h"],
    [Math.floor(seconds / 60) % 60, "min"],
    [seconds % 60, "s"],
  ] as const;
  const first = parts.findIndex(([amount]) => amount > 0);
  const shown = parts.slice(first === -1 ? 3 : first).slice(0, 2);
  const length = shown.filter(([amount], index) => amount > 0 || index === 0).map((part) => part.join(" "));
  return `${length.join(" ")} ${aheadMs < 0 ? "behind" : "ahead of"}`;
}
