import { expect, it } from "vitest";
import {
  deliveredPercentOf,
  levelAfter,
  levelOf,
  openLevels,
} from "#features/activations/limits/limits.rules.ts";

const rich = { ageDays: 400, finishedCount: 1_000, deliveredCount: 900, turnoverKopecks: 100_000_000 };

it("the table rises in every column", () => {
  for (const [at, level] of openLevels.entries()) {
    const before = openLevels[at - 1];
    if (!before) continue;
    for (const column of ["openMax", "ageDays", "turnoverKopecks", "deliveredPercent"] as const)
      expect(level[column]).toBeGreaterThan(before[column]);
  }
});

it("a new account has the first step, one that meets everything the last", () => {
  const fresh = { ageDays: 0, finishedCount: 0, deliveredCount: 0, turnoverKopecks: 0 };
  expect(levelOf(fresh).openMax).toBe(10);
  expect(levelOf(rich).openMax).toBe(500);
});

it.each([
  ["age", { ageDays: 13 }, 100],
  ["turnover", { turnoverKopecks: 149_999 }, 25],
  ["rating", { deliveredCount: 349 }, 100],
  ["a rating out of too few orders", { finishedCount: 9, deliveredCount: 9 }, 10],
])("one thing short keeps an account down: %s", (_thing, short, openMax) => {
  expect(levelOf({ ...rich, ...short }).openMax).toBe(openMax);
});

it("every step is reached exactly at its figures", () => {
  for (const level of openLevels) {
    const facts = { ...rich, ...level, finishedCount: 100, deliveredCount: level.deliveredPercent };
    expect(levelOf(facts)).toBe(level);
  }
});

it("the rating is rounded down and needs ten finished orders", () => {
  expect(deliveredPercentOf({ finishedCount: 9, deliveredCount: 9 })).toBeNull();
  expect(deliveredPercentOf({ finishedCount: 10, deliveredCount: 0 })).toBe(0);
  expect(deliveredPercentOf({ finishedCount: 300, deliveredCount: 299 })).toBe(99);
});

it("an account is told its next step, and none above the last", () => {
  expect(levelAfter(10)?.openMax).toBe(25);
  expect(levelAfter(30)?.openMax).toBe(50);
  expect(levelAfter(500)).toBeNull();
});
