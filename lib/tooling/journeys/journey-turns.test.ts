import { expect, test } from "vitest";
import { listFailures, type Turn, toTable } from "#lib/tooling/journeys/journey-turns.ts";

const turn = (condition: Turn["condition"], failed: number, seconds: number): Turn => ({
  ...{ condition, milliseconds: seconds * 1_000, passed: 700 - failed },
  failures: Array.from({ length: failed }, () => ({
    file: "pay.e2e.ts",
    title: "pays",
    message: "lost\nat line 3",
  })),
});

test("runs of one condition are one row with the sums, the quickest and the slowest run", () => {
  const table = toTable([turn("quiet", 0, 300), turn("quiet", 1, 320)], "156.0.1", "2026-11-24");
  expect(table.split("\n").slice(2)).toEqual([
    "| alone on the machine | 2026-11-24 | 156.0.1 | 2 | 1,399 | 1 | 300.0 s to 320.0 s |",
  ]);
});

test("rows of conditions that were not run this time stay as they stood", () => {
  const former = toTable([turn("quiet", 0, 300), turn("busy", 0, 700)], "150.0.9", "2026-11-20");
  const rows = toTable([turn("quiet", 0, 290)], "156.0.1", "2026-11-24", former)
    .split("\n")
    .slice(2);
  expect(rows).toEqual([
    "| alone on the machine | 2026-11-24 | 156.0.1 | 1 | 700 | 0 | 290.0 s to 290.0 s |",
    "| every core taken by a busy loop | 2026-11-20 | 150.0.9 | 1 | 700 | 0 | 700.0 s to 700.0 s |",
  ]);
});

test("runs of a condition are added to those of earlier days on the same Chromium", () => {
  const first = toTable([turn("slow", 0, 900), turn("slow", 1, 950)], "156.0.1", "2026-11-24");
  const second = toTable([turn("slow", 0, 870)], "156.0.1", "2026-11-26", first);
  const third = toTable([turn("slow", 2, 1_000.4)], "156.0.1", "2026-11-29", second);
  expect(third.split("\n").slice(2)).toEqual([
    "| the browser's processor slowed four times | 2026-11-24 to 2026-11-29 | 156.0.1 | 4 | 2,797 | 3 | 870.0 s to 1000.4 s |",
  ]);
});

test("runs on another Chromium begin the row of their condition anew", () => {
  const former = toTable([turn("quiet", 1, 300)], "150.0.9", "2026-11-20");
  const rows = toTable([turn("quiet", 0, 290)], "156.0.1", "2026-11-24", former).split("\n");
  expect(rows.at(-1)).toBe(
    "| alone on the machine | 2026-11-24 | 156.0.1 | 1 | 700 | 0 | 290.0 s to 290.0 s |",
  );
  expect(rows).toHaveLength(3);
});

test("a journey that failed several times is listed once with how often and its first message", () => {
  expect(listFailures([turn("busy", 1, 9), turn("busy", 1, 9), turn("slow", 0, 9)])).toEqual([
    "2 times  busy: pay.e2e.ts > pays",
    "      lost",
    "      at line 3",
  ]);
});
