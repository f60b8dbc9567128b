import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Ladder } from "#features/loyalty/programme.rules.ts";
import {
  cashbackOf,
  standingOf,
  weekEndOf,
  weekNameOf,
  weekStartOf,
} from "#features/loyalty/weeks/weeks.rules.ts";
import { kopecks } from "#lib/money/kopecks.ts";

const step = (fromRoubles: number, cashbackBp: number) => ({
  fromKopecks: kopecks(fromRoubles * 100),
  cashbackBp,
});
const ladder: Ladder = [step(1_000, 100), step(3_000, 200), step(10_000, 300), step(30_000, 500)];

describe("the week", () => {
  test.each([
    ["a Monday's first moment", "2026-11-16T00:00:00.000Z", "2026-W47"],
    ["a Sunday's last moment", "2026-11-22T23:59:59.999Z", "2026-W47"],
    ["the next moment", "2026-11-23T00:00:00.000Z", "2026-W48"],
    ["week 53, in the old year", "2026-12-31T12:00:00Z", "2026-W53"],
    ["week 53, in the new year", "2027-01-03T23:59:59.999Z", "2026-W53"],
    ["the Monday after it", "2027-01-04T00:00:00Z", "2027-W01"],
    ["the first days of a year that begins on a Friday", "2021-01-01T00:00:00Z", "2020-W53"],
    ["the last days of a year whose week is the next year's", "2024-12-30T00:00:00Z", "2025-W01"],
    ["a leap day", "2028-02-29T23:00:00Z", "2028-W09"],
    ["the night clocks go forward in Europe", "2027-03-28T01:30:00Z", "2027-W12"],
    ["the night clocks go back in Europe", "2027-10-31T01:30:00Z", "2027-W43"],
    ["the night clocks go forward in America", "2027-03-14T10:30:00Z", "2027-W10"],
  ])("%s (%s) lies in the week %s", (_, at, week) => {
    const startsAt = weekStartOf(new Date(at));
    expect(weekNameOf(startsAt)).toBe(week);
    expect(startsAt.getUTCDay()).toBe(1);
    expect(startsAt.getTime() % 86_400_000).toBe(0);
  });

  test("every moment of a century lies in exactly one week of seven days, and names follow one another", () => {
    const moment = fc.date({ min: new Date("2020-01-01"), max: new Date("2120-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(moment, (at) => {
        const startsAt = weekStartOf(at);
        const endsAt = weekEndOf(startsAt);
        expect(startsAt.getTime() <= at.getTime() && at.getTime() < endsAt.getTime()).toBe(true);
        expect(weekStartOf(endsAt)).toEqual(endsAt);
        expect(weekNameOf(endsAt) > weekNameOf(startsAt)).toBe(true);
      }),
    );
  });
});

describe("the ladder", () => {
  test.each([
    [0, 0, 0, 1_000],
    [999.99, 0, 0, 0.01],
    [1_000, 1, 100, 2_000],
    [2_999.99, 1, 100, 0.01],
    [3_000, 2, 200, 7_000],
    [29_999.99, 3, 300, 0.01],
  ])("%d RUB: rank %d, %d basis points, %d RUB to the next", (roubles, rank, cashbackBp, missing) => {
    const standing = standingOf(ladder, kopecks(Math.round(roubles * 100)));
    expect(standing).toMatchObject({ rank, cashbackBp });
    expect(standing.next?.missingKopecks).toBe(Math.round(missing * 100));
  });

  test("there is nothing above the top", () => {
    expect(standingOf(ladder, kopecks(3_000_000))).toEqual({ rank: 4, cashbackBp: 500, next: null });
    expect(standingOf([], kopecks(3_000_000))).toEqual({ rank: 0, cashbackBp: 0, next: null });
  });

  test("cashback is rounded down to the kopeck, never above the cap, and never falls as the total grows", () => {
    expect(cashbackOf(ladder, kopecks(100_099), null)).toBe(1_000);
    expect(cashbackOf(ladder, kopecks(99_999), null)).toBe(0);
    expect(cashbackOf(ladder, kopecks(10_000_000), kopecks(100_000))).toBe(100_000);
    const total = fc.integer({ min: 0, max: 1_000_000_000 });
    fc.assert(
      fc.property(total, total, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        const cashback = cashbackOf(ladder, kopecks(more), null);
        expect(cashbackOf(ladder, kopecks(less), null)).toBeLessThanOrEqual(cashback);
        expect(cashback * 20).toBeLessThanOrEqual(more);
      }),
    );
  });
});
