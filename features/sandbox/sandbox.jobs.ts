import { forgetUnusedSandboxes } from "#features/sandbox/sandbox.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Sandboxes of bots that nobody works on any more. */
const unusedSweep = defineSweep({
  name: "sandbox: unused sandboxes",
  everyMs: 600_000,
  run: (db) => forgetUnusedSandboxes(db, 200),
});

export const sandboxSweeps = [unusedSweep];
