import { test } from "vitest";
import {
  storeEarningEvents,
  storeEarningStates,
  storeEarnings,
} from "#features/ready-accounts/earnings/store-earnings.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("what an order earned its store is paid or reversed once, and nothing follows", () => {
  expectPairs(
    { states: storeEarningStates, events: storeEarningEvents, nextState: storeEarnings.nextState },
    ["pending pay paid", "pending reverse reversed"],
  );
});
