import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";
import { writeKeyCalls } from "#features/identity/api-keys/key-calls.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Of each process that is called with keys: it alone knows what it has counted. */
export const keyCallsSweep = defineSweep({
  name: "identity_key_calls",
  everyMs: keyLimits.callsWrittenEveryMs,
  run: writeKeyCalls,
});
