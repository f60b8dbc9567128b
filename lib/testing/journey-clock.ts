import pg from "pg";
import { findRunningPostgres } from "#lib/tooling/postgres.ts";

/**
 * Moves the clock of a product on this machine on, for everybody: `interval` as PostgreSQL reads it (`7 days 1 hour`).
 * It does not come back, so nothing may run after a journey that does this. Playwright cannot load the pool of the
 * server, hence a plain connection.
 */
export async function moveProductClock(stateFolder: string, interval: string): Promise<void> {
  const connectionString = await findRunningPostgres(stateFolder, "sms_den");
  if (!connectionString) throw new Error(`No product runs in ${stateFolder}`);
  const owner = new pg.Client({ connectionString, application_name: "sms-den journey" });
  await owner.connect();
  await owner.query("update job_clock set offset_interval = offset_interval + $1::interval", [interval]);
  await owner.end();
}
