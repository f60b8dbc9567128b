import { registered } from "#features/identity/identity.topics.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { claimGuestPayments } from "#features/payments/guests/claiming.writes.ts";
import { forgetAddresses, returnUnclaimed } from "#features/payments/guests/returning.writes.ts";
import { defineSweep, type Sweep } from "#lib/jobs/sweeps.ts";
import { subscribe } from "#lib/jobs/topics.ts";

const BATCH = 20;

/** Sends back what no account has taken in time, and forgets whose it was. */
export function guestSweeps(gateways: Gateways): Sweep[] {
  return [
    defineSweep({
      name: "payments: return what guests paid and nobody took",
      everyMs: 60_000,
      run: (db) => returnUnclaimed(db, gateways, BATCH),
    }),
    defineSweep({
      name: "payments: forget addresses of guests",
      everyMs: 600_000,
      run: (db) => forgetAddresses(db, 1_000),
    }),
  ];
}

/** A newcomer has proved the address: what was paid under it is theirs, whatever page they go to. */
export const guestSubscribers = [
  subscribe(registered, "payments: take what was paid as a guest", async (db, { userId }) => {
    await claimGuestPayments(db, userId);
  }),
];
