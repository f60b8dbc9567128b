import { stateTable } from "#lib/state-table.ts";

export const reviewStates = ["waiting", "approved", "rejected"] as const;
export type ReviewState = (typeof reviewStates)[number];

export const reviewEvents = ["approve", "reject"] as const;
export type ReviewEvent = (typeof reviewEvents)[number];

/** The state table: what is shown may be taken down, and what was refused may be shown after all. */
export const reviewSteps = stateTable<ReviewState, ReviewEvent>(reviewStates, {
  waiting: { approve: "approved", reject: "rejected" },
  approved: { reject: "rejected" },
  rejected: { approve: "approved" },
});

export const ratings = [5, 4, 3, 2, 1] as const;

export const reviewLimits = {
  nameCharacters: 80,
  textCharacters: 1_000,
  links: 1,
  /** So many are shown on the main page. */
  shown: 6,
  /** Rejected ones are kept so long. */
  rejectedDays: 90,
} as const;
