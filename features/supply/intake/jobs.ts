import { forgetOldSms } from "#features/supply/intake/writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Texts of SMS are kept for a day. */
export const smsRetention = defineSweep({
  name: "supply: SMS retention",
  everyMs: 60_000,
  run: (db) => forgetOldSms(db, 2_000),
});
