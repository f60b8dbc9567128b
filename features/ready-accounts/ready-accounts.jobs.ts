import { listStuckOrders, prepareOrderJob, settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { listUntoldSellers, tellEarnings } from "#features/ready-accounts/earnings/earning-notices.writes.ts";
import {
  listDueStoreEarnings,
  payStoreEarning,
} from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { expireStock, listExpiredOffers } from "#features/ready-accounts/stock/stock.writes.ts";
import { clearTakedown, listUnclearedTakedowns } from "#features/ready-accounts/takedown/takedown.writes.ts";
import { listDueClaims } from "#features/ready-accounts/warranty/warranty.reads.ts";
import { settleDueClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import type { Job } from "#lib/jobs/queue.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";

/** Jobs of ready accounts; the worker runs them. */
export const readyAccountJobs = [prepareOrderJob] as unknown as readonly Job<never>[];

/** Orders whose process died between holding and delivering. */
const stuckSweep = defineSweep({
  name: "ready-accounts-stuck",
  everyMs: 5_000,
  run: async (db) =>
    takeEach("bring an order of accounts to its end", await listStuckOrders(db, 100), (id) =>
      settleOrder(db, id),
    ),
});

/** Stock that may not be sold any more. */
const expirySweep = defineSweep({
  name: "ready-accounts-expiry",
  everyMs: 60_000,
  run: async (db) =>
    takeEach("take expired accounts off sale", await listExpiredOffers(db, 50), (id) => expireStock(db, id)),
});

/** Claims under the warranty whose time is over. */
const claimSweep = defineSweep({
  name: "ready-accounts-claims",
  everyMs: 10_000,
  run: async (db) =>
    takeEach("end a claim whose time is over", await listDueClaims(db, 50), (id) => settleDueClaim(db, id)),
});

/** What stores earned by orders that nobody can claim any more. */
const earningSweep = defineSweep({
  name: "ready-accounts-earnings",
  everyMs: 5_000,
  run: async (db) =>
    takeEach("pay what an order earned its store", await listDueStoreEarnings(db, 100), (orderId) =>
      payStoreEarning(db, orderId),
    ),
});

/** Stores whose owners have not been told yet what was released to them. */
const earningNoticeSweep = defineSweep({
  name: "ready-accounts-earning-notices",
  everyMs: 60_000,
  run: async (db) =>
    takeEach("tell a store what was released to it", await listUntoldSellers(db, 100), (sellerId) =>
      tellEarnings(db, sellerId),
    ),
});

/** Takedowns whose process died between their steps, and what came into a service that is taken down at the same moment. */
const takedownSweep = defineSweep({
  name: "ready-accounts-takedowns",
  everyMs: 5_000,
  run: async (db) =>
    takeEach("bring a takedown to its end", await listUnclearedTakedowns(db, 20), (id) =>
      clearTakedown(db, id),
    ),
});

export const readyAccountSweeps = [
  stuckSweep,
  expirySweep,
  claimSweep,
  earningSweep,
  earningNoticeSweep,
  takedownSweep,
];
