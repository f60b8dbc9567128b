import { expect, test } from "vitest";
import { fineEvents, fineStates, nextState, openStates } from "#features/partners/fines.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

/** Every pair that is allowed, written down apart from the table it tests. */
const ALLOWED = [
  "announced appeal appealed",
  "announced stand due",
  "announced cancel cancelled",
  "appealed stand due",
  "appealed cancel cancelled",
  "due take taken",
] as const;

test("the state table of a fine leads from every pair of state and event where the rules say, and nowhere else", () => {
  expectPairs({ states: fineStates, events: fineEvents, nextState }, ALLOWED);
});

test("a fine is open until it is taken or cancelled", () => {
  expect(openStates).toEqual(["announced", "appealed", "due"]);
});
