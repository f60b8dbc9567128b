import sql from "sql-template-tag";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** Whether the person of an address has logged in with this browser before and did not change the password since. */
export async function isKnownDevice(db: Queryable, token: string, emailKey: string): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select 1 as known from identity_known_devices d join identity_users u on u.id = d.user_id
        where d.token_hash = ${tokenHash(token)} and u.email_key = ${emailKey} and d.expires_at > app_now()`,
  );
  return found !== null;
}
