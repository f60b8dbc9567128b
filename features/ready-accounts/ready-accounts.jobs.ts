import { finishStuckOrder, listStuckOrders } from "#features/ready-accounts/purchase.writes.ts";
import { expireStock, listExpiredOffers } from "#features/ready-accounts/stock/stock.writes.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";

/** Purchases whose process died between holding and delivering. */
const stuckSweep = defineSweep({
  name: "ready-accounts-stuck",
  everyMs: 5_000,
  run: async (db) =>
    takeEach("bring an order of accounts to its end", await listStuckOrders(db, 100), (id) =>
      finishStuckOrder(db, id),
    ),
});

/** Stock that may not be sold any more. */
const expirySweep = defineSweep({
  name: "ready-accounts-expiry",
  everyMs: 60_000,
  run: async (db) =>
    takeEach("take expired accounts off sale", await listExpiredOffers(db, 50), (id) => expireStock(db, id)),
});

export const readyAccountSweeps = [stuckSweep, expirySweep];
