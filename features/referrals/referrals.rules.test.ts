import { test } from "vitest";
import { accrualEvents, accrualStates, nextState } from "#features/referrals/referrals.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a share is paid once or refused before that: every pair of state and event", () => {
  expectPairs({ states: accrualStates, events: accrualEvents, nextState }, [
    "waiting pay paid",
    "waiting refuse refused",
  ]);
});
