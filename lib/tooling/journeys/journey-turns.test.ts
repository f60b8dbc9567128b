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

const on = (browser: string, date: string, only: readonly string[] = []) => ({ browser, date, only });
const rowsIn = (table: string) => table.split("\n").slice(2);

test("runs of one condition are one row with the sums, the quickest and the slowest run", () => {
  const table = toTable([turn("quiet", 0, 300), turn("quiet", 1, 320)], on("156.0.1", "2026-11-24"));
  expect(rowsIn(table)).toEqual([
    "| all: alone on the machine | 2026-11-24 | 156.0.1 | 2 | 1,399 | 1 | 300.0 s to 320.0 s |",
  ]);
});

test("rows of conditions that were not run this time stay as they stood", () => {
  const former = toTable([turn("quiet", 0, 300), turn("busy", 0, 700)], on("150.0.9", "2026-11-20"));
  const table = toTable([turn("quiet", 0, 290)], on("156.0.1", "2026-11-24"), former);
  expect(rowsIn(table)).toEqual([
    "| all: alone on the machine | 2026-11-24 | 156.0.1 | 1 | 700 | 0 | 290.0 s to 290.0 s |",
    "| all: every core taken by a busy loop | 2026-11-20 | 150.0.9 | 1 | 700 | 0 | 700.0 s to 700.0 s |",
  ]);
});

test("runs of a condition are added to those of earlier days on the same Chromium", () => {
  const first = toTable([turn("slow", 0, 900), turn("slow", 1, 950)], on("156.0.1", "2026-11-24"));
  const second = toTable([turn("slow", 0, 870)], on("156.0.1", "2026-11-26"), first);
  const third = toTable([turn("slow", 2, 1_000.4)], on("156.0.1", "2026-11-29"), second);
  expect(rowsIn(third)).toEqual([
    "| all: the browser's processor slowed four times | 2026-11-24 to 2026-11-29 | 156.0.1 | 4 | 2,797 | 3 | 870.0 s to 1000.4 s |",
  ]);
});

test("runs on another Chromium begin the row of their condition anew", () => {
  const former = toTable([turn("quiet", 1, 300)], on("150.0.9", "2026-11-20"));
  const table = toTable([turn("quiet", 0, 290)], on("156.0.1", "2026-11-24"), former);
  expect(rowsIn(table)).toEqual([
    "| all: alone on the machine | 2026-11-24 | 156.0.1 | 1 | 700 | 0 | 290.0 s to 290.0 s |",
  ]);
});

test("journeys that were chosen have rows of their own, whatever order they were named in", () => {
  const all = toTable([turn("slow", 0, 900)], on("156.0.1", "2026-11-24"));
  const first = toTable([turn("quiet", 0, 20)], on("156.0.1", "2026-11-24", ["settings", "passkey"]), all);
  const second = toTable([turn("quiet", 0, 30)], on("156.0.1", "2026-11-24", ["passkey", "settings"]), first);
  expect(rowsIn(second)).toEqual([
    ...rowsIn(all),
    "| passkey, settings: alone on the machine | 2026-11-24 | 156.0.1 | 2 | 1,400 | 0 | 20.0 s to 30.0 s |",
  ]);
});

test("a journey that failed several times is listed once with how often and its first message", () => {
  expect(listFailures([turn("busy", 1, 9), turn("busy", 1, 9), turn("slow", 0, 9)])).toEqual([
    "2 times  busy: pay.e2e.ts > pays",
    "      lost",
    "      at line 3",
  ]);
});
