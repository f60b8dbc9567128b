import { forgetUnusedSandboxes } from "#features/buyer-api/sandbox/writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Sandboxes of bots that nobody works on any more. */
const unusedSweep = defineSweep({
  name: "buyer-api: unused sandboxes",
  everyMs: 600_000,
  run: (db) => forgetUnusedSandboxes(db, 200),
});

export const sandboxSweeps = [unusedSweep];
