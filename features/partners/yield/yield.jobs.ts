import { countStockHour, forgetStockHours } from "#features/partners/yield/stock-hours.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** What the yield of own stock is counted by. */
export const yieldSweeps = [
  defineSweep({ name: "partners: hours of own stock", everyMs: 300_000, run: countStockHour }),
  defineSweep({ name: "partners: forget hours of own stock", everyMs: 3_600_000, run: forgetStockHours }),
];
