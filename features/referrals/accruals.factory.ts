import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Ends the waiting time of every share that this person earned for a referrer. Owner only. */
export async function endWaiting(owner: Db, personId: number): Promise<void> {
  await execute(owner, sql`update referrals_accruals set due_at = app_now() where user_id = ${personId}`);
}
