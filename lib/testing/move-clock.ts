import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Moves the database's clock for every deadline. Owner only. */
export async function moveClock(owner: Db, interval: string): Promise<void> {
  await execute(owner, sql`update job_clock set offset_interval = offset_interval + ${interval}::interval`);
}

/** Sets the database's clock to tomorrow's noon (UTC): for tests that count by days and must not meet a midnight. Owner only. */
export async function moveClockToNoon(owner: Db): Promise<void> {
  await execute(
    owner,
    sql`update job_clock set offset_interval =
          (date_trunc('day', clock_timestamp() at time zone 'UTC') + interval '36 hours') at time zone 'UTC' - clock_timestamp()`,
  );
}

/** Sets the database's clock right again. Owner only. */
export async function resetClock(owner: Db): Promise<void> {
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
}
