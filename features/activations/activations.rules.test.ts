import { describe, expect, it } from "vitest";
import {
  activationEvents,
  activationStates,
  isFinal,
  moneyOf,
  nextState,
  statesBefore,
} from "#features/activations/activations.rules.ts";
import { expectPairs } from "#lib/testing/every-pair.ts";

/** Every pair that is allowed, written down apart from the table it tests. */
const ALLOWED = [
  "requested assign_number waiting",
  "requested lose_track unknown",
  "requested give_up failed",
  "unknown assign_number waiting",
  "unknown give_up failed",
  "waiting receive_sms received",
  "waiting cancel cancelled",
  "waiting report banned",
  "waiting expire expired",
  "received receive_sms received",
  "received ask_more received",
  "received finish completed",
  "received expire completed",
] as const;

describe("the state table of an activation", () => {
  it("leads from every pair of state and event where the rules say, and nowhere else", () => {
    expectPairs({ states: activationStates, events: activationEvents, nextState }, ALLOWED);
  });

  it("never leaves a state in which money was captured except to completed", () => {
    for (const state of activationStates.filter((one) => moneyOf[one] === "captured")) {
      for (const event of activationEvents) {
        const next = nextState(state, event);
        if (next !== null) expect(moneyOf[next]).toBe("captured");
      }
    }
  });

  it("ends with settled money: a final state never holds any", () => {
    for (const state of activationStates.filter(isFinal)) expect(moneyOf[state]).not.toBe("held");
  });

  it("names the states a conditional update may start from", () => {
    expect(statesBefore("cancel")).toEqual(["waiting"]);
    expect(statesBefore("expire", "expired")).toEqual(["waiting"]);
    expect(statesBefore("expire", "completed")).toEqual(["received"]);
  });
});
