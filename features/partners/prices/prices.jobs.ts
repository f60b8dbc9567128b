import { forgetPriceChanges } from "#features/partners/prices/prices.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

export const priceSweeps = [
  defineSweep({
    name: "partners: forget changes of prices",
    everyMs: 3_600_000,
    run: forgetPriceChanges,
  }),
];
