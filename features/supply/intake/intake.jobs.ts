import { forgetOldSms } from "#features/supply/intake/intake.writes.ts";
import { forgetOldCalls } from "#features/supply/rent/rent.writes.ts";
import { defineSweep } from "#lib/jobs/sweeps.ts";

/** Texts of SMS, and who called, are kept for a day. */
export const smsRetention = defineSweep({
  name: "supply: SMS retention",
  everyMs: 60_000,
  run: async (db) => (await forgetOldSms(db, 2_000)) + (await forgetOldCalls(db, 2_000)),
});
