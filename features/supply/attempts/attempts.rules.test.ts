import { expect, test } from "vitest";
import {
  attemptEvents,
  attemptStates,
  nextState,
  unanswered,
} from "#features/supply/attempts/attempts.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("an attempt brings one number at most, late ones too: every pair of state and event", () => {
  expectPairs({ states: attemptStates, events: attemptEvents, nextState }, [
    "calling lose_track unknown",
    "calling keep_number number",
    "calling find_none no_numbers",
    "calling give_up failed",
    "calling return_number released",
    "unknown lose_track unknown",
    "unknown keep_number number",
    "unknown find_none no_numbers",
    "unknown give_up failed",
    "unknown return_number released",
    "number return_number released",
    "no_numbers keep_number number",
    "no_numbers return_number released",
    "failed keep_number number",
    "failed return_number released",
  ]);
});

test("attempts without an answer are those that the index of open ones holds", () => {
  expect(unanswered).toEqual(["calling", "unknown"]);
});
