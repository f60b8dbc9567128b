import { describe, expect, test } from "vitest";
import { figuresOf, histories, type ReplayHistory, replay } from "./replay.ts";

const SEED = 11;
const historyOf = (name: string) => histories[name] as ReplayHistory;
const both = (name: string, seed = SEED) => ({
  cheapest: figuresOf(replay(historyOf(name), "cheapest", seed)),
  worth: figuresOf(replay(historyOf(name), "worth", seed)),
});

describe("the choice by worth, replayed against the cheapest first", () => {
  test("delivers more codes, sooner and per rouble held, where a cheap supplier rarely delivers", () => {
    const { cheapest, worth } = both("a cheap supplier that rarely delivers");
    expect(worth.delivered).toBeGreaterThan(cheapest.delivered);
    expect(worth.perHundredHeld).toBeGreaterThan(cheapest.perHundredHeld * 1.5);
    expect(worth.secondsToCode).toBeLessThan(cheapest.secondsToCode / 2);
  });

  test.each(["all deliver alike, at three prices", "the cheapest is the best"])(
    "loses less than a twentieth where %s",
    (name) => {
      const { cheapest, worth } = both(name);
      expect(worth.delivered).toBeGreaterThanOrEqual(cheapest.delivered * 0.99);
      expect(worth.perHundredHeld).toBeGreaterThanOrEqual(cheapest.perHundredHeld * 0.95);
      expect(worth.secondsToCode).toBeLessThanOrEqual(cheapest.secondsToCode * 1.05);
    },
  );

  test("finds a better supplier that joins later, because some purchases explore", () => {
    const { boughtFrom } = replay(historyOf("a better supplier joins on the way"), "worth", SEED);
    const [known = 0, joined = 0] = boughtFrom;
    expect(joined).toBeGreaterThan(known);
  });

  test("lives the same history again with the same seed", () => {
    const [one, again] = [both("the cheapest is the best"), both("the cheapest is the best")];
    expect(one).toEqual(again);
    expect(both("the cheapest is the best", SEED + 1)).not.toEqual(one);
  });
});
