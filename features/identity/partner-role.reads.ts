import sql from "sql-template-tag";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { normaliseEmail } from "#lib/mail/address.ts";

/** The partner's account with this number or e-mail address, or null. */
export async function findPartnerAccount(
  db: Queryable,
  word: string,
  keptId: UserId | null = null,
): Promise<UserId | null> {
  const id = /^\d{1,15}$/.test(word) ? Number(word) : null;
  const emailKey = normaliseEmail(word)?.emailKey ?? null;
  const found = await maybeOne<{ id: UserId }>(
    db,
    sql`select id from identity_users
        where (is_partner or id = ${keptId}::bigint) and (id = ${id}::bigint or email_key = ${emailKey}::text) limit 1`,
  );
  return found?.id ?? null;
}
