import { stateTable } from "#lib/state-table.ts";

export const attemptStates = ["calling", "unknown", "number", "no_numbers", "failed", "released"] as const;
type AttemptState = (typeof attemptStates)[number];

/** What can happen to a question for a number. `lose_track`: its answer got lost; `give_up`: nobody will tell any more. */
export const attemptEvents = ["lose_track", "keep_number", "find_none", "give_up", "return_number"] as const;
type AttemptEvent = (typeof attemptEvents)[number];

/**
 * The state table. A supplier may still give a number after it had none or was given up on: its answers come late. A number is kept
 * once, and one that was returned is over.
 */
export const { nextState, statesBefore } = stateTable<AttemptState, AttemptEvent>(attemptStates, {
  calling: {
    lose_track: "unknown",
    keep_number: "number",
    find_none: "no_numbers",
    give_up: "failed",
    return_number: "released",
  },
  unknown: {
    lose_track: "unknown",
    keep_number: "number",
    find_none: "no_numbers",
    give_up: "failed",
    return_number: "released",
  },
  number: { return_number: "released" },
  no_numbers: { keep_number: "number", return_number: "released" },
  failed: { keep_number: "number", return_number: "released" },
  released: {},
});

/** Nobody has recorded an answer yet. */
export const unanswered = statesBefore("find_none");

/** States of attempts that tell whether there was stock. */
export const toldOfStock: readonly AttemptState[] = ["number", "released", "no_numbers"];

/** States of attempts that brought a number, kept or returned. */
export const broughtNumber: readonly AttemptState[] = ["number", "released"];
