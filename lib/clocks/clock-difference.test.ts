import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CLOCK_LIMIT_MS, differenceText, judgeClock, measureClock } from "#lib/clocks/clock-difference.ts";

/** A database whose clock is right and answers after two delays, and a process whose clock is `aheadMs` ahead of it. */
function world(aheadMs: number) {
  let elapsedMs = 0;
  const beganMs = Date.UTC(2026, 10, 24);
  return {
    own: { nowMs: () => beganMs + elapsedMs + aheadMs, monotonicMs: () => elapsedMs },
    ask: (questionMs: number, answerMs: number) => async () => {
      elapsedMs += questionMs;
      const databaseMs = beganMs + elapsedMs;
      elapsedMs += answerMs;
      return databaseMs;
    },
  };
}

const aDelay = fc.integer({ min: 0, max: 200_000 });
const aDifference = fc.integer({ min: -3_000_000_000, max: 3_000_000_000 });

describe("comparing a clock with the database's", () => {
  test.each([0, 1_500, 7_200_000, -3_456_000_000])(
    "a clock that is %i ms ahead is measured so when the answer takes no time",
    async (aheadMs) => {
      const { own, ask } = world(aheadMs);
      expect(await measureClock(ask(0, 0), own)).toEqual({ aheadMs, uncertainMs: 0 });
    },
  );

  test("the real difference is within half the round trip of what was measured", async () => {
    await fc.assert(
      fc.asyncProperty(aDifference, aDelay, aDelay, async (aheadMs, questionMs, answerMs) => {
        const { own, ask } = world(aheadMs);
        const measured = await measureClock(ask(questionMs, answerMs), own);
        expect(measured.uncertainMs).toBe((questionMs + answerMs) / 2);
        expect(Math.abs(measured.aheadMs - aheadMs)).toBeLessThanOrEqual(measured.uncertainMs);
      }),
    );
  });

  test("an answer that takes minutes never makes a right clock wrong", async () => {
    const { own, ask } = world(0);
    for (const [questionMs, answerMs] of [
      [180_000, 0],
      [0, 180_000],
    ] as const)
      expect(judgeClock(false, await measureClock(ask(questionMs, answerMs), own))).toBe(false);
  });

  test("a difference that does not change is told at most once, however fast or slow the answers are", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -120_000, max: 120_000 }),
        fc.array(fc.tuple(aDelay, aDelay), { minLength: 2, maxLength: 20 }),
        async (aheadMs, delays) => {
          const { own, ask } = world(aheadMs);
          let isWrong = false;
          let told = 0;
          for (const [questionMs, answerMs] of delays) {
            const now = judgeClock(isWrong, await measureClock(ask(questionMs, answerMs), own));
            if (now !== isWrong) told += 1;
            isWrong = now;
          }
          expect(told).toBeLessThanOrEqual(1);
          if (isWrong) expect(Math.abs(aheadMs)).toBeGreaterThan(CLOCK_LIMIT_MS);
        },
      ),
    );
  });
});

test.each([
  [CLOCK_LIMIT_MS, 0, false],
  [CLOCK_LIMIT_MS + 1, 0, true],
  [-CLOCK_LIMIT_MS - 1, 0, true],
  [CLOCK_LIMIT_MS + 2_000, 2_000, false],
])("a clock %i ms ahead, measured within %i ms, is wrong: %s", (aheadMs, uncertainMs, isWrong) => {
  expect(judgeClock(false, { aheadMs, uncertainMs })).toBe(isWrong);
});

test.each([
  [-61_000, "1 min 1 s behind"],
  [7_200_000, "2 h ahead of"],
  [-7_500_000, "2 h 5 min behind"],
  [90_000_000, "1 day 1 h ahead of"],
  [3_456_000_000, "40 days ahead of"],
  [400, "0 s ahead of"],
])("a difference of %i ms is said as '%s'", (aheadMs, text) => {
  expect(differenceText(aheadMs)).toBe(text);
});
