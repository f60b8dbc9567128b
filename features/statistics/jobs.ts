import { keptDays } from "#features/statistics/rules.ts";
import { countOrders, forgetOldDays } from "#features/statistics/writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

const BATCH = 5_000;
const BATCHES_MAX = 20;

const countSweep = defineSweep({
  name: "statistics-orders",
  everyMs: 30_000,
  run: async (db) => {
    let seen = 0;
    for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
      const counted = await countOrders(db, BATCH);
      seen += counted;
      if (counted < BATCH) break;
    }
    return seen;
  },
});

const retentionSweep = defineSweep({
  name: "statistics-retention",
  everyMs: 3_600_000,
  run: (db) => forgetOldDays(db, keptDays),
});

export const statisticsSweeps = [countSweep, retentionSweep];
