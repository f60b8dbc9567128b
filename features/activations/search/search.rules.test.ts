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
  priceRefusal,
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

describe("the price of a search's offer", () => {
  it("is refused above the quote of a search without a limit, and above a limit that was named", () => {
    const refusals = [1_470, 1_471].map((price) =>
      priceRefusal(price, { mostKopecks: 1_470, maxPriceKopecks: null }),
    );
    expect(refusals).toEqual([null, "PRICE_ABOVE_QUOTED"]);
    const named = [1_400, 1_401].map((price) =>
      priceRefusal(price, { mostKopecks: null, maxPriceKopecks: 1_400 }),
    );
    expect(named).toEqual([null, "WRONG_MAX_PRICE"]);
    expect(priceRefusal(1_450, { mostKopecks: 1_470, maxPriceKopecks: 1_400 })).toBe("WRONG_MAX_PRICE");
  });
});

describe("the attempts of a search", () => {
  it("come every two seconds in a short search and are spread in a long one", () => {
    expect([10, 11, 60, 1_000, searchLimits.secondsMax].map(attemptsFor)).toEqual([5, 6, 30, 500, 500]);
    expect(pauseOf({ seconds: 60, attemptsMax: 30 })).toBe(2);
    expect(pauseOf({ seconds: 60, attemptsMax: 1_000 })).toBe(2);
    expect(pauseOf({ seconds: 21_600, attemptsMax: 500 })).toBe(43.2);
  });

  it("go on after no numbers, no money, a price above the limit and a full account, and after no other refusal of buying", () => {
    const codes = buyErrors.map(({ code }) => code);
    expect(goesOnAfter("PRICE_ABOVE_QUOTED")).toBe(true);
    expect(codes.filter(goesOnAfter)).toEqual([
      "NO_NUMBERS",
      "NO_BALANCE",
      "WRONG_MAX_PRICE",
      "PURCHASE_IN_FLIGHT",
      "CHANNELS_LIMIT",
    ]);
  });

  it("go on after a fault of ours, which says nothing of what is for sale", () => {
    expect(goesOnAfter("SERVER_ERROR")).toBe(true);
  });
});
