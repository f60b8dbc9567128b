import { expect, test } from "vitest";
import {
  commentEvents,
  commentStates,
  commentSteps,
  decisionsOf,
  threadsOf,
} from "#features/community/comments/comments.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

test("a comment is shown, refused, taken down, kept, or shown after all: every pair of state and event", () => {
  expectPairs({ states: commentStates, events: commentEvents, nextState: commentSteps.nextState }, [
    "waiting approve approved",
    "waiting reject rejected",
    "approved reject rejected",
    "approved keep approved",
    "rejected approve approved",
  ]);
});

test("a shown comment is kept only where readers reported it", () => {
  expect(decisionsOf({ state: "approved", reports: 0 })).toEqual(["reject"]);
  expect(decisionsOf({ state: "approved", reports: 2 })).toEqual(["reject", "keep"]);
  expect(decisionsOf({ state: "waiting", reports: 0 })).toEqual(["approve", "reject"]);
});

test("replies stand below what they reply to, in their order, and without it nowhere", () => {
  const placed = (id: number, parentId: number | null = null) => ({ id, parentId });
  const threads = threadsOf([placed(5), placed(1), placed(2, 1), placed(3, 1), placed(4, 99)]);
  expect(threads.map(({ id, replies }) => [id, replies.map((reply) => reply.id)])).toEqual([
    [5, []],
    [1, [2, 3]],
  ]);
});
