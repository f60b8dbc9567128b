import { stateTable } from "#lib/state-table.ts";

export const storeApplicationStates = ["waiting", "approved", "declined"] as const;
export type StoreApplicationState = (typeof storeApplicationStates)[number];

export const storeApplicationEvents = ["approve", "decline"] as const;
export type StoreApplicationEvent = (typeof storeApplicationEvents)[number];

/** The state table: an application is decided once. */
export const storeApplications = stateTable<StoreApplicationState, StoreApplicationEvent>(
  storeApplicationStates,
  {
    waiting: { approve: "approved", decline: "declined" },
    approved: {},
    declined: {},
  },
);

/** The version of the marketplace's rules that sellers agree to; raise it with every change of their text. */
export const marketplaceRulesVersion = 1;

export const storeApplicationLimits = {
  nameCharacters: 80,
  descriptionCharacters: 2_000,
  emailCharacters: 320,
  /** Declined applications are kept so long. */
  declinedDays: 180,
} as const;
