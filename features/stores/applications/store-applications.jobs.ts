import { forgetDeclinedStores } from "#features/stores/applications/store-applications.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Sweeps of applications for stores. */
export const storeSweeps = [
  defineSweep({
    name: "stores: forget declined applications",
    everyMs: 3_600_000,
    run: forgetDeclinedStores,
  }),
];
