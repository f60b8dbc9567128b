import { stateTable } from "#lib/state-table.ts";

export const accountOrderStates = ["held", "delivered", "cancelled"] as const;
export type AccountOrderState = (typeof accountOrderStates)[number];

/** What can happen to an order. `refund`: one of its accounts cannot be read, so the whole price comes back. */
export const accountOrderEvents = ["deliver", "refund"] as const;
type AccountOrderEvent = (typeof accountOrderEvents)[number];

/** The state table of orders: money and accounts are held together, and both are settled by one step. */
export const accountOrders = stateTable<AccountOrderState, AccountOrderEvent>(accountOrderStates, {
  held: { deliver: "delivered", refund: "cancelled" },
  delivered: {},
  cancelled: {},
});

/** A claim under the warranty that was accepted. */
export const acceptedClaimStates = ["replaced", "refunded"] as const;

/** Accounts of one order at most: as many as one upload brings. */
export const orderCountMax = 2_000;

/** The longest warranty of an offer: a year. */
export const warrantyHoursMax = 8_760;

/** So many accounts are opened at a time. An order of more is prepared in parts by the worker; a smaller one is answered at once. */
export const deliveryPartCount = 100;

/** An order that came no further within so many seconds (its process died) is taken up by the sweep. */
export const deliverySeconds = 30;

/** Whether an order is prepared in parts, behind the answer to its buyer. */
export function comesInParts(count: number): boolean {
  return count > deliveryPartCount;
}

/** How many of an order are ready once its next part is: with the last one all of them, and it is delivered. */
export function preparedBehind(preparedCount: number, count: number): number {
  return Math.min(count, preparedCount + deliveryPartCount);
}

/** Orders of one page of "my paid accounts". */
export const accountOrderPage = { pageDefault: 20, pageMax: 100 } as const;

/** The name of the file with what an order delivered. `pattern` is a setting: `grizzly-accounts-{offerId}.txt`. */
export function deliveryFileName(pattern: string, offerId: number): string {
  return pattern.replaceAll("{offerId}", String(offerId));
}
