import { stateTable } from "#lib/state-table.ts";

/** Why a partner is fined. */
export const fineCauses = [
  "number_reused",
  "codes_withheld",
  "false_stock",
  "number_gone",
  "rules_broken",
  "other",
] as const;
export type FineCause = (typeof fineCauses)[number];

export const fineStates = ["announced", "appealed", "due", "taken", "cancelled"] as const;
export type FineState = (typeof fineStates)[number];

/** `stand`: nobody appealed in time, or the appeal was refused. `take`: all of it has been taken. */
export const fineEvents = ["appeal", "stand", "cancel", "take"] as const;
type FineEvent = (typeof fineEvents)[number];

/** The state table of a fine: it is taken only when it stands, and once it stands it stays so. */
export const { nextState, statesBefore, openStates } = stateTable<FineState, FineEvent>(fineStates, {
  announced: { appeal: "appealed", stand: "due", cancel: "cancelled" },
  appealed: { stand: "due", cancel: "cancelled" },
  due: { take: "taken" },
  taken: {},
  cancelled: {},
});

/** What the staff decide about an appeal, or about a fine that was a mistake. */
export const fineDecisions = ["uphold", "cancel"] as const;
export type FineDecision = (typeof fineDecisions)[number];

export const fineLimits = { appealCharactersMin: 3, appealCharacters: 2_000 } as const;
