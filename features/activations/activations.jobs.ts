import {
  expireActivation,
  forgetOldMessages,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { limitSweeps } from "#features/activations/limits/limits.jobs.ts";
import { countOpenBySupplier } from "#features/activations/open-by-supplier.reads.ts";
import {
  listStuckOrders,
  resolveStuckOrder,
} from "#features/activations/purchase/supplier-fulfilment.writes.ts";
import { searchSweeps } from "#features/activations/search/search.jobs.ts";
import { setFull } from "#features/supply/operation/operate-suppliers.writes.ts";
import { listOpenMaxima } from "#features/supply/operation/operated-suppliers.reads.ts";
import { fullness } from "#features/supply/operation.rules.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { defineSweep, takeEach } from "#lib/jobs/sweeps.ts";

const BATCH = 200;

/** Deadlines are rows judged by the database's clock: refunds follow within about a second of expires_at. */
const expirySweep = defineSweep({
  name: "activations-expiry",
  everyMs: 1_000,
  run: async (db) => {
    const due = await listDueActivations(db, BATCH);
    await takeEach("expire an activation", due, (activation) => expireActivation(db, activation));
    if (due.length > 0) notifyListeners(db);
    return due.length;
  },
});

/** Orders whose process died between the hold and the supplier's answer. */
const stuckSweep = defineSweep({
  name: "activations-stuck",
  everyMs: 2_000,
  run: async (db) => {
    const stuck = await listStuckOrders(db, 20);
    await takeEach("resolve a stuck order", stuck, (order) => resolveStuckOrder(db, order));
    return stuck.length;
  },
});

/** Codes and texts are kept for a day after the end of an order. */
const retentionSweep = defineSweep({
  name: "activations-retention",
  everyMs: 60_000,
  run: (db) => forgetOldMessages(db, 500),
});

/**
 * Suppliers with as many open orders as they may have leave the lists until some have ended. Looked at here, so that a purchase
 * need not count: within a second a supplier may get a few more.
 */
const fullSuppliersSweep = defineSweep({
  name: "activations-full-suppliers",
  everyMs: 1_000,
  run: async (db) => {
    const limited = await listOpenMaxima(db);
    if (limited.length === 0) return 0;
    const open = await countOpenBySupplier(
      db,
      limited.map(({ id }) => id),
    );
    const changed = limited.filter((one) => fullness(one, open.get(one.id) ?? 0) !== one.isFull);
    for (const { id, isFull } of changed) await setFull(db, id, !isFull);
    return changed.length;
  },
});

export const activationSweeps = [
  expirySweep,
  stuckSweep,
  retentionSweep,
  fullSuppliersSweep,
  ...limitSweeps,
  ...searchSweeps,
];
