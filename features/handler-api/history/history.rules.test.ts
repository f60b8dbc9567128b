import { expect, it } from "vitest";
import { activationStates } from "#features/activations/activations.rules.ts";
import { callStatus, pastStatus, readPeriod } from "#features/handler-api/history/history.rules.ts";
import { readParameters } from "#features/handler-api/request.rules.ts";

const NOW_MS = Date.parse("2026-11-21T12:00:00Z");
const NOW = NOW_MS / 1_000;
const DAY = 86_400;

it.each<[string, [number, number] | null]>([
  ["", [NOW - 30 * DAY, NOW]],
  [`end=${NOW - DAY}`, [NOW - 31 * DAY, NOW - DAY]],
  [`start=${NOW - DAY}`, [NOW - DAY, NOW]],
  [`start=${NOW - 30 * DAY}&end=${NOW}`, [NOW - 30 * DAY, NOW]],
  [`start=${NOW - 366 * DAY}&end=${NOW}`, [NOW - 366 * DAY, NOW]],
  [`start=${NOW - 366 * DAY - 1}&end=${NOW}`, null],
  [`start=${NOW}&end=${NOW - 1}`, null],
  [`start=${NOW}&end=${NOW}`, [NOW, NOW]],
  ["start=0&end=5", [0, 5]],
  ["end=5", [0, 5]],
  ["start=2026-11-20", null],
  ["start=-5", null],
  ["start=1.5", null],
  ["end=1e9", null],
  ["end=999999999999", null],
  ["end=9999999999999", null],
])("the query %j asks for the right period", (query, expected) => {
  const period = readPeriod(readParameters(query), NOW_MS);
  expect(period && [period.from.getTime() / 1_000, period.to.getTime() / 1_000]).toEqual(expected);
});

it("every state has its number of the protocol", () => {
  expect(activationStates.map((state) => pastStatus({ state, wantsMore: false }))).toEqual([
    "4",
    "4",
    "4",
    "2",
    "6",
    "8",
    "10",
    "10",
    "10",
  ]);
  expect(pastStatus({ state: "received", wantsMore: true })).toBe("3");
  expect(activationStates.map(callStatus)).toEqual(["2", "2", "2", "2", "3", "4", "5", "5", "5"]);
});
