import { describe, expect, it } from "vitest";
import { type ActivationState, activationStates } from "#features/activations/activations.rules.ts";
import {
  isNews,
  revisionOf,
  stateGroups,
  statesOf,
} from "#features/rest-api/activations/activations.rules.ts";

const order = (state: ActivationState, messages = 0, wantsMore = false) => ({
  id: 1,
  state,
  wantsMore,
  messages: Array.from({ length: messages }),
});

describe("news of an order", () => {
  it("without anything seen: all but waiting for a code", () => {
    const quiet = activationStates.filter((state) => !isNews(order(state), null));
    expect(quiet).toEqual(["requested", "unknown", "waiting"]);
    expect(isNews(order("received", 1), null)).toBe(true);
    expect(isNews(order("received", 1, true), null)).toBe(false);
  });

  it("with something seen: whatever differs from it", () => {
    const moments = [
      ...activationStates.map((state) => order(state)),
      order("received", 1),
      order("received", 2),
      order("received", 1, true),
      { ...order("waiting"), id: 2 },
    ];
    for (const [at, moment] of moments.entries()) {
      for (const [seenAt, seen] of moments.entries()) {
        expect(isNews(moment, new Set([revisionOf(seen)]))).toBe(at !== seenAt);
      }
    }
  });

  it("revisions need no escaping in an address", () => {
    for (const state of activationStates) {
      const revision = revisionOf(order(state, 3, true));
      expect(encodeURIComponent(revision)).toBe(revision);
    }
  });
});

describe("the filter of states", () => {
  it("open and closed are all of them, none twice", () => {
    expect([...stateGroups.open, ...stateGroups.closed].toSorted()).toEqual(activationStates.toSorted());
  });

  it("words add up, each state once", () => {
    expect(statesOf(["open", "waiting", "banned"])).toEqual([...stateGroups.open, "banned"]);
  });
});
