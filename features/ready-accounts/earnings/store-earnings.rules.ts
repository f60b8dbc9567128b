import { stateTable } from "#lib/state-table.ts";

export const storeEarningStates = ["pending", "paid", "reversed"] as const;
export type StoreEarningState = (typeof storeEarningStates)[number];

/** `reverse`: the prices of all accounts of the order came back. */
export const storeEarningEvents = ["pay", "reverse"] as const;
type StoreEarningEvent = (typeof storeEarningEvents)[number];

/** The state table of what an order earned its store: it is paid when nobody can claim any more, so what was paid stays so. */
export const storeEarnings = stateTable<StoreEarningState, StoreEarningEvent>(storeEarningStates, {
  pending: { pay: "paid", reverse: "reversed" },
  paid: {},
  reversed: {},
});
