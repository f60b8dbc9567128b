import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** The password hash of the newest registration of this person that waits for its link, or null. */
export async function findPendingHash(db: Queryable, emailKey: string): Promise<string | null> {
  const row = await maybeOne<{ passwordHash: string }>(
    db,
    sql`select password_hash as "passwordHash" from identity_registrations
        where email_key = ${emailKey} and expires_at > app_now() order by id desc limit 1`,
  );
  return row?.passwordHash ?? null;
}
