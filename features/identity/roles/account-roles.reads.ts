import sql, { type Sql } from "sql-template-tag";
import type { AccountRole, UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { normaliseEmail } from "#lib/mail/address.ts";

/** The column of `identity_users` that says whether an account has a role. */
export const roleColumns: Readonly<Record<AccountRole, Sql>> = {
  partner: sql`is_partner`,
  agent: sql`is_agent`,
  referralSoft: sql`is_referral_soft`,
  store: sql`is_store`,
};

/** Whether an account has a role. False for unknown ids. */
export async function hasRole(db: Queryable, userId: number, role: AccountRole): Promise<boolean> {
  const row = await maybeOne<{ has: boolean }>(
    db,
    sql`select ${roleColumns[role]} as has from identity_users where id = ${userId}`,
  );
  return row?.has ?? false;
}

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
