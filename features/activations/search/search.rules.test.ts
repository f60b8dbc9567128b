import { describe, expect, it } from "vitest";
import { buyErrors } from "#features/activations/activations.contract.ts";
import {
  attemptsFor,
  goesOnAfter,
  hasEnded,
  ladderProblem,
  limitAt,
  nextState,
  pauseOf,
  searchEvents,
  searchLimits,
  searchStates,
} from "#features/activations/search/search.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

/** Every pair that is allowed, written down apart from the table it tests. */
const ALLOWED = [
  "searching ask asking",
  "searching take found",
  "searching watch watching",
  "searching stop stopped",
  "searching run_out over",
  "searching refuse refused",
  "asking lose searching",
  "asking take found",
  "asking watch watching",
  "asking stop stopping",
  "stopping lose stopped",
  "stopping take found",
  "watching replace searching",
  "watching settle found",
  "watching stop found",
  "watching refuse found",
  "found watch watching",
] as const;

describe("the state table of a number search", () => {
  it("leads from every pair of state and event where the rules say, and nowhere else", () => {
    expectPairs({ states: searchStates, events: searchEvents, nextState }, ALLOWED);
  });

  it("ends as found, stopped, over or refused", () => {
    expect(searchStates.filter(hasEnded)).toEqual(["found", "stopped", "over", "refused"]);
  });
});

describe("the price ladder", () => {
  const steps = [
    { afterSeconds: 0, maxPriceKopecks: 1_000 },
    { afterSeconds: 30, maxPriceKopecks: 1_200 },
    { afterSeconds: 60, maxPriceKopecks: 1_500 },
  ];

  it("allows the price of the last step that has begun", () => {
    expect([0, 29.9, 30, 59, 60, 500].map((at) => limitAt(steps, at))).toEqual([
      1_000, 1_000, 1_200, 1_200, 1_500, 1_500,
    ]);
  });

  it("names no limit when it has no steps", () => {
    expect(limitAt([], 5)).toBeNull();
  });

  it("begins at once and climbs in time and price until its end", () => {
    const [first, second, third] = steps as [(typeof steps)[0], (typeof steps)[0], (typeof steps)[0]];
    expect(ladderProblem(steps, 61)).toBeNull();
    expect(ladderProblem([], 10)).toBeNull();
    expect(ladderProblem([second], 61)).toMatch(/first step/);
    expect(ladderProblem([first, { ...second, afterSeconds: 0 }], 61)).toMatch(/later/);
    expect(ladderProblem([first, { ...third, maxPriceKopecks: 1_000 }], 61)).toMatch(/higher/);
    expect(ladderProblem(steps, 60)).toMatch(/before the time/);
  });
});

describe("the attempts of a search", () => {
  it("come every two seconds in a short search and are spread in a long one", () => {
    expect([10, 11, 60, 1_000, searchLimits.secondsMax].map(attemptsFor)).toEqual([5, 6, 30, 500, 500]);
    expect(pauseOf({ seconds: 60, attemptsMax: 30 })).toBe(2);
    expect(pauseOf({ seconds: 60, attemptsMax: 1_000 })).toBe(2);
    expect(pauseOf({ seconds: 21_600, attemptsMax: 500 })).toBe(43.2);
  });

  it("go on after no numbers, a price above the limit and a full account, and after no other refusal of buying", () => {
    const codes = buyErrors.map(({ code }) => code);
    expect(codes.filter(goesOnAfter)).toEqual([
      "NO_NUMBERS",
      "WRONG_MAX_PRICE",
      "PURCHASE_IN_FLIGHT",
      "CHANNELS_LIMIT",
    ]);
  });
});
