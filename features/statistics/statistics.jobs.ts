import { countBusiness } from "#features/statistics/business/business.writes.ts";
import { measurePublicFigures } from "#features/statistics/public-figures/public-figures.writes.ts";
import { rateRouting } from "#features/statistics/routing/routing.writes.ts";
import { keptDays } from "#features/statistics/statistics.rules.ts";
import { countOrders, forgetOldDays } from "#features/statistics/statistics.writes.ts";
import { countSupplied } from "#features/statistics/supplied/supplied.writes.ts";
import { countPurchases } from "#features/statistics/users/users.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

const BATCH = 5_000;
const BATCHES_MAX = 20;

/** Counts batch by batch until it has caught up. */
async function catchUp(db: Db, count: (db: Db, limit: number) => Promise<number>): Promise<number> {
  let seen = 0;
  for (let batch = 0; batch < BATCHES_MAX; batch += 1) {
    const counted = await count(db, BATCH);
    seen += counted;
    if (counted < BATCH) break;
  }
  return seen;
}

const countSweep = defineSweep({
  name: "statistics-orders",
  everyMs: 30_000,
  run: (db) => catchUp(db, countOrders),
});

const usersSweep = defineSweep({
  name: "statistics-users",
  everyMs: 30_000,
  run: (db) => catchUp(db, countPurchases),
});

const suppliedSweep = defineSweep({
  name: "statistics-supplied",
  everyMs: 30_000,
  run: (db) => catchUp(db, countSupplied),
});

const businessSweep = defineSweep({
  name: "statistics-business",
  everyMs: 30_000,
  run: (db) => catchUp(db, countBusiness),
});

const retentionSweep = defineSweep({
  name: "statistics-retention",
  everyMs: 3_600_000,
  run: (db) => forgetOldDays(db, keptDays),
});

const publicSweep = defineSweep({
  name: "statistics-public",
  everyMs: 60_000,
  run: measurePublicFigures,
});

const routingSweep = defineSweep({
  name: "statistics-routing",
  everyMs: 60_000,
  run: rateRouting,
});

export const statisticsSweeps = [
  countSweep,
  usersSweep,
  suppliedSweep,
  businessSweep,
  publicSweep,
  routingSweep,
  retentionSweep,
];
