import { momentOf, type Sandbox, type SandboxOrder } from "#features/sandbox/sandbox.rules.ts";

/** Steps are written down by the clock before they can be seen: what is a little older than a place may be news behind it. */
const OVERLAP_MS = 5_000;

/** What was last told of a sandbox. */
export type Told = {
  readonly nowMs: number;
  readonly ordersMade: number;
  /** Order -> all of it that can change. */
  readonly orders: ReadonlyMap<number, string>;
};

/** What is told of a sandbox as it stands. */
export function toldOf({ now, ordersMade, orders }: Sandbox): Told {
  return {
    nowMs: now.getTime(),
    ordersMade,
    orders: new Map(orders.map((order) => [order.id, signatureOf(order, now)])),
  };
}

function signatureOf(order: SandboxOrder, now: Date): string {
  const { state, wantsMore, messages } = momentOf(order, now);
  return JSON.stringify([order.issuedAt, state, wantsMore, messages.length]);
}

/** A sandbox that was begun anew: what was told of the one before means nothing any more. */
export function isNewSandbox(told: Told, { now, ordersMade }: Sandbox): boolean {
  return now.getTime() < told.nowMs || ordersMade < told.ordersMade;
}

/** Orders that are not as they were told, oldest first. */
export function listChanged(told: Told, { orders, now }: Sandbox): SandboxOrder[] {
  return orders.filter((order) => told.orders.get(order.id) !== signatureOf(order, now)).toReversed();
}

/**
 * Orders that something happened to since a moment of the sandbox's clock, oldest first. Null when that cannot be told: the sandbox was
 * begun anew since.
 */
export function listChangedSince(
  placeMs: number,
  { orders, now, ordersMade }: Sandbox,
): SandboxOrder[] | null {
  if (placeMs > now.getTime() || ordersMade === 0) return null;
  const from = new Date(placeMs - OVERLAP_MS);
  const isAfter = (instant: Date | null) => instant !== null && instant > from;
  return orders
    .filter(
      (order) =>
        isAfter(order.issuedAt) ||
        isAfter(order.moreAskedAt) ||
        isAfter(order.closedAt) ||
        signatureOf(order, from) !== signatureOf(order, now),
    )
    .toReversed();
}
