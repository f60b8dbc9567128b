import { test } from "vitest";
import { nextState, selfTestEvents, selfTestStates } from "#features/supply/self-test/self-test.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a self-test passes only while it runs, and ends once: every pair of state and event", () => {
  expectPairs({ states: selfTestStates, events: selfTestEvents, nextState }, [
    "waiting begin running",
    "waiting fail failed",
    "running pass passed",
    "running fail failed",
  ]);
});
