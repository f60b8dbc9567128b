import { setTimeout as pause } from "node:timers/promises";
import { reconcile } from "#features/ledger/reconciliation/reconciliation.writes.ts";
import type { Check } from "#lib/db/check.ts";
import { defineSweep, type Sweep } from "#lib/jobs/sweeps.ts";

const LOOK_EVERY_MS = 20_000;

/** Runs all features' invariants every five minutes, on whichever worker looks first. */
export function createReconciliationSweep(checks: readonly Check[]): Sweep {
  let hasLooked = false;
  return defineSweep({
    name: "ledger: reconcile",
    everyMs: LOOK_EVERY_MS,
    run: async (db) => {
      // A worker that has just started has deadlines to catch up with first; and several started at once do not come together.
      if (!hasLooked) {
        hasLooked = true;
        return;
      }
      await pause(Math.random() * 2_000, undefined, { ref: false });
      await reconcile(db, checks);
    },
  });
}
