import pg from "pg";
import { findRunningPostgres } from "#lib/tooling/postgres/postgres.ts";

/**
 * Moves the clock of a product on this machine on, for everybody: `interval` as PostgreSQL reads it (`7 days 1 hour`).
 * It does not come back, so nothing may run after a journey that does this.
 */
export async function moveProductClock(stateFolder: string, interval: string): Promise<void> {
  const moved = "update job_clock set offset_interval = offset_interval + $1::interval";
  await asOwner(stateFolder, moved, [interval]);
}

/** What time it is for the product, in milliseconds: that of an authenticator application beside it. */
export async function productNowMs(stateFolder: string): Promise<number> {
  const asked = "select floor(extract(epoch from app_now()) * 1000)::float8 as ms";
  const [told] = await asOwner<{ ms: number }>(stateFolder, asked);
  if (!told) throw new Error("The product does not know what time it is");
  return told.ms;
}

/** One statement as the owner of the tables. Playwright cannot load the pool of the server, hence a plain connection. */
async function asOwner<Row extends pg.QueryResultRow>(
  stateFolder: string,
  statement: string,
  values: readonly string[] = [],
): Promise<Row[]> {
  const connectionString = await findRunningPostgres(stateFolder, "sms_den");
  if (!connectionString) throw new Error(`No product runs in ${stateFolder}`);
  const owner = new pg.Client({ connectionString, application_name: "sms-den journey" });
  await owner.connect();
  const { rows } = await owner.query<Row>(statement, [...values]);
  await owner.end();
  return rows;
}
