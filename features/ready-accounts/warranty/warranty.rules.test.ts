import { expect, test } from "vitest";
import {
  accountClaimEvents,
  accountClaimStates,
  accountClaims,
  sellerLimits,
  standingOf,
} from "#features/ready-accounts/warranty/warranty.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a claim under the warranty is decided once, and nothing follows", () => {
  expectPairs(
    { states: accountClaimStates, events: accountClaimEvents, nextState: accountClaims.nextState },
    ["open replace replaced", "open refund refunded", "open refuse refused"],
  );
});

test.each([
  [0, 0, "good"],
  [sellerLimits.leastSold - 1, 19, "good"],
  [100, 4, "good"],
  [100, 5, "lowered"],
  [100, 19, "lowered"],
  [100, 20, "stopped"],
  [20, 20, "stopped"],
])("a seller of %i accounts of which %i were claimed with right is %s", (sold, claimed, standing) => {
  expect(standingOf({ sold, claimed })).toBe(standing);
});
