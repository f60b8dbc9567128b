import { expect, test } from "vitest";
import {
  barHeights,
  barLines,
  barsOf,
  figuresQuery,
  firstFiguresChoice,
  highestBar,
  readFiguresChoice,
} from "#features/partners/figures/partner-figures.rules.ts";
import { daysOf } from "#features/statistics/users/users.rules.ts";

const day = (text: string, requests: number, codes = 0, earnedKopecks = 0) => ({
  ...{ day: text, requests, codes, earnedKopecks },
});

test("what is chosen goes into the address and comes back from it; nonsense is left out", () => {
  const choice = { ...firstFiguresChoice, days: 7, by: "operator" } as const;
  expect(figuresQuery(choice)).toBe("?days=7&by=operator");
  expect(readFiguresChoice({ days: "7", by: "operator" })).toEqual(choice);
  expect(readFiguresChoice({ days: "5000", by: "buyer", kind: "everything" })).toEqual(firstFiguresChoice);
  expect(figuresQuery(firstFiguresChoice)).toBe("");
});

test("days have a bar each, more of them a bar a week, and nothing is lost", () => {
  expect(barsOf([day("2026-11-20", 1), day("2026-11-21", 2)])).toHaveLength(2);
  const days = daysOf("2026-01-01", "2026-06-30").map((text) => day(text, 1, 1, 5));
  const bars = barsOf(days);
  expect(bars.length).toBe(Math.ceil(days.length / 7));
  expect(bars.reduce((sum, { earnedKopecks }) => sum + earnedKopecks, 0)).toBe(days.length * 5);
  expect(bars.at(-1)?.to).toBe("2026-06-30");
});

test("lines begin at zero, roubles are whole, and the highest bar is the latest of equal ones", () => {
  const bars = barsOf([day("2026-11-20", 4, 1, 350), day("2026-11-21", 4, 2, 0)]);
  expect(barLines(bars, "requests")).toEqual([0, 1, 2, 3, 4]);
  expect(barLines(bars, "earned").every((line) => line % 100 === 0)).toBe(true);
  expect(barHeights(bars[0]!, "requests")).toEqual([4, 1]);
  expect(highestBar(bars, "requests")?.from).toBe("2026-11-21");
  expect(highestBar(bars, "earned")?.from).toBe("2026-11-20");
  expect(highestBar(barsOf([day("2026-11-20", 0)]), "earned")).toBeNull();
});
