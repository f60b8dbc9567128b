import { describe, expect, it } from "vitest";
import { rentTotal } from "#features/pricing/rent/rent.rules.ts";
import {
  hoursOf,
  nextState,
  rentalEvents,
  rentalStates,
  statesBefore,
  tabOf,
  windowOf,
} from "#features/rentals/rentals.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

describe("how long", () => {
  it.each([
    [4, "hours", 4],
    [672, "hours", 672],
    [1, "days", 24],
    [28, "days", 672],
    [3, "hours", null],
    [673, "hours", null],
    [29, "days", null],
    [4.5, "hours", null],
    [Number.NaN, "hours", null],
  ] as const)("a rental of %d %s lasts %s hours", (amount, unit, hours) => {
    expect(hoursOf(amount, unit)).toBe(hours);
  });
});

describe("what it costs", () => {
  const steps = [
    { fromHours: 24, rateBp: 5_000 },
    { fromHours: 0, rateBp: 10_000 },
  ];
  it("each hour at the rate of its step, rounded up once", () => {
    expect([rentTotal(101, 24, steps), rentTotal(101, 25, steps), rentTotal(101, 26, steps)]).toEqual([
      2_424, 2_475, 2_525,
    ]);
  });

  it("never falls with more hours, whatever the steps", () => {
    for (let round = 0; round < 200; round += 1) {
      const random = (max: number) => 1 + Math.floor(Math.random() * max);
      const drawn = [
        { fromHours: 0, rateBp: random(10_000) },
        ...Array.from({ length: 4 }, () => ({ fromHours: random(600), rateBp: random(10_000) })),
      ];
      const hour = random(5_000);
      let before = 0;
      for (let hours = 1; hours <= 672; hours += random(20)) {
        const total = rentTotal(hour, hours, drawn);
        expect(total).toBeGreaterThanOrEqual(before);
        before = total;
      }
    }
  });
});

it("every rental stands in exactly one tab", () => {
  expect(
    rentalStates.flatMap((state) => [true, false].map((hasArrivals) => tabOf({ state, hasArrivals }))),
  ).toEqual([
    "received",
    "active",
    "received",
    "active",
    "received",
    "active",
    "received",
    "canceled",
    "received",
    "canceled",
  ]);
});

/** Every pair that is allowed, written down apart from the table it tests. */
const ALLOWED = [
  "requested assign_number active",
  "requested give_up canceled",
  "active receive_sms received",
  "active receive_call received",
  "active cancel canceled",
  "active extend active",
  "active finish expired",
  "active end expired",
  "received receive_sms received",
  "received receive_call received",
  "received extend received",
  "received finish expired",
  "received end expired",
] as const;

it("every pair of a rental's state and event leads where the rules say, and nowhere else", () => {
  expectPairs({ states: rentalStates, events: rentalEvents, nextState }, ALLOWED);
  expect(statesBefore("cancel")).toEqual(["active"]);
});

it("pages are clamped to what exists", () => {
  expect(windowOf(0, { page: 5, perPage: 40 })).toMatchObject({ page: 1, pageCount: 0, start: 0 });
  expect(windowOf(41, { page: 9, perPage: 40 })).toMatchObject({ page: 2, pageCount: 2, start: 40 });
  expect(windowOf(5, { page: -1, perPage: 0 })).toMatchObject({ page: 1, perPage: 1, pageCount: 5 });
  expect(windowOf(500, { page: 1, perPage: 1_000 })).toMatchObject({ perPage: 100 });
});
