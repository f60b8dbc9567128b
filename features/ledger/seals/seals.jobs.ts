import { sealTransfers } from "#features/ledger/seals/seals.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Looks every minute, seals once an hour. */
export const sealSweep = defineSweep({
  name: "ledger: seal transfers",
  everyMs: 60_000,
  run: (db) => sealTransfers(db),
});
