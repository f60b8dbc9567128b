import { expect, test } from "vitest";
import { reviewEvents, reviewStates, reviewSteps } from "#features/community/reviews/reviews.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a review is shown, refused, taken down, or shown after all: every pair of state and event", () => {
  expectPairs({ states: reviewStates, events: reviewEvents, nextState: reviewSteps.nextState }, [
    "waiting approve approved",
    "waiting reject rejected",
    "approved reject rejected",
    "rejected approve approved",
  ]);
  expect(reviewSteps.statesBefore("approve")).toEqual(["waiting", "rejected"]);
});
