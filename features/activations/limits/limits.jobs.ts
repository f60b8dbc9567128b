import { reckonOldStandings } from "#features/activations/limits/limits.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Limits that were earned once are reckoned anew every day. */
const standingSweep = defineSweep({
  name: "activations-standings",
  everyMs: 60_000,
  run: (db) => reckonOldStandings(db, 50),
});

export const limitSweeps = [standingSweep];
