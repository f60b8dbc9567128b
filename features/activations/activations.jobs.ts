import {
  expireActivation,
  forgetOldMessages,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { limitSweeps } from "#features/activations/limits/limits.jobs.ts";
import {
  listStuckOrders,
  resolveStuckOrder,
} from "#features/activations/purchase/supplier-fulfilment.writes.ts";
import { searchSweeps } from "#features/activations/search/search.jobs.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

const BATCH = 200;

/** Deadlines are rows judged by the database's clock: refunds follow within about a second of expires_at. */
const expirySweep = defineSweep({
  name: "activations-expiry",
  everyMs: 1_000,
  run: async (db) => {
    const due = await listDueActivations(db, BATCH);
    for (const activation of due) await expireActivation(db, activation);
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
    for (const order of stuck) await resolveStuckOrder(db, order);
    return stuck.length;
  },
});

/** Codes and texts are kept for a day after the end of an order. */
const retentionSweep = defineSweep({
  name: "activations-retention",
  everyMs: 60_000,
  run: (db) => forgetOldMessages(db, 500),
});

export const activationSweeps = [expirySweep, stuckSweep, retentionSweep, ...limitSweeps, ...searchSweeps];
