import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Ends the waiting time of a partner's earnings that have been noted. Returns how many there were. */
export function endEarningsWaiting(db: Db, userId: number): Promise<number> {
  return execute(
    db,
    sql`update partners_earnings set available_at = app_now() where user_id = ${userId} and state = 'pending'`,
  );
}
