import { test } from "vitest";
import { claimEvents, claimStates, nextState } from "#features/payments/claims/claims.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a claim is decided or withdrawn once: every pair of state and event", () => {
  expectPairs({ states: claimStates, events: claimEvents, nextState }, [
    "open credit credited",
    "open return returned",
    "open reject rejected",
    "open withdraw withdrawn",
  ]);
});
