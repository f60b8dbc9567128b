import {
  forgetOldSums,
  proveStock,
  sumMinutes,
  sumOfferHours,
} from "#features/supply/health/figures.writes.ts";
import { forgetUnusable } from "#features/supply/health/unusable-answers.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

const minuteSums = defineSweep({ name: "supply: minutes", everyMs: 15_000, run: sumMinutes });

/** What agents claim against what their answers prove, for the lists' `physicalCount`. */
export const provenStock = defineSweep({
  name: "supply: proven stock",
  everyMs: 60_000,
  run: async (db) => (await sumOfferHours(db)) + (await proveStock(db)),
});

/** Raw exchanges are kept for a week, sums for two days. */
const healthRetention = defineSweep({
  name: "supply: health retention",
  everyMs: 60_000,
  run: async (db) => (await forgetUnusable(db, 2_000)) + (await forgetOldSums(db)),
});

export const healthSweeps = [minuteSums, provenStock, healthRetention];
