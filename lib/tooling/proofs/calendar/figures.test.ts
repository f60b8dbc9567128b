import { expect, test } from "vitest";
import { type DayFigures, withDay } from "#lib/tooling/proofs/calendar/figures.ts";

const run = (day: string, passed: number): DayFigures => ({
  day,
  startedAt: new Date("2028-02-29T06:00:00.000Z"),
  timeZone: "Asia/Kathmandu",
  passed,
  failed: 0,
  skipped: 3,
  seconds: 540.4,
  runAt: new Date("2026-11-24T14:30:00.000Z"),
});

test("a run of one day replaces its own row, keeps the others and their order", () => {
  const first = withDay("", run("monday", 11_819));
  expect(first.split("\n").slice(2)).toEqual([
    "| monday | 2028-02-29 06:00, Asia/Kathmandu | 11,819 | 0 | 3 | 540 | 2026-11-24 |",
  ]);
  const both = withDay(first, run("leap-day", 2));
  expect(both.split("\n").map((line) => line.split(" | ")[0])).toEqual([
    "| day",
    "|---|---|---|---|---|---|---|",
    "| leap-day",
    "| monday",
  ]);
  expect(withDay(both, run("monday", 11_819))).toBe(both);
  expect(withDay(both, run("monday", 5))).toContain("| 5 | 0 |");
});
