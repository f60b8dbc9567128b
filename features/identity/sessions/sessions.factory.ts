import sql from "sql-template-tag";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Makes the code that was shown in this session older than any step that asks for a fresh one. Owner only. */
export async function ageSecondFactor(owner: Db, token: string): Promise<void> {
  await execute(
    owner,
    sql`update identity_sessions set second_factor_at = app_now() - interval '601 seconds'
        where token_hash = ${tokenHash(token)}`,
  );
}

/** Ends every session of a user as time would. Owner only. */
export async function expireSessions(owner: Db, userId: number): Promise<void> {
  await execute(owner, sql`update identity_sessions set expires_at = app_now() where user_id = ${userId}`);
}
