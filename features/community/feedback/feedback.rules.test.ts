import { expect, test } from "vitest";
import {
  feedbackEvents,
  feedbackStates,
  feedbackSteps,
  readReplyFragment,
  replyFragment,
} from "#features/community/feedback/feedback.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a ticket opens again whenever its sender writes: every pair of state and event", () => {
  expectPairs({ states: feedbackStates, events: feedbackEvents, nextState: feedbackSteps.nextState }, [
    "open write open",
    "open answer answered",
    "open close closed",
    "answered write open",
    "answered answer answered",
    "answered close closed",
    "closed write open",
  ]);
});

test("the end of a mail's link says which ticket it is and lets its reader write on", () => {
  const token = "abcdefghij-_0123456789";
  expect(readReplyFragment(replyFragment(10_001, token))).toEqual({ number: 10_001, token });
});

test.each([
  "",
  "#",
  "#reviews",
  "#10001",
  "#10001.short",
  "#0.abcdefghij-_0123456789",
  "#1.<script>alert(1)",
])("an address that ends in %j names no ticket", (fragment) =>
  expect(readReplyFragment(fragment)).toBeNull(),
);
