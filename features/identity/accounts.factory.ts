import sql from "sql-template-tag";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

/** Of the form that is required, and of no password. */
const PASSWORD_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** A confirmed account whose API key is this one; nobody can log in to it by password. */
export async function givenAccount(db: Db, key: string): Promise<UserId> {
  const email = `${key}@example.com`;
  const { id } = await one<{ id: UserId }>(
    db,
    sql`with made as (
          insert into identity_users (email, email_key, name, password_hash, email_confirmed_at)
            values (${email}, ${email}, 'Buyer', ${PASSWORD_HASH}, app_now()) returning id
        ), settings as (insert into identity_settings (user_id) select id from made
        ), keyed as (
          insert into identity_api_keys (user_id, key_hash, key_prefix)
            select id, sha256(convert_to(${key}, 'UTF8')), ${key.slice(0, 6)} from made
        ) select id from made`,
  );
  return id;
}

/** Gives an account another address, by which it is known and written to. */
export async function givenAddress(db: Db, userId: UserId, email: string): Promise<void> {
  await execute(
    db,
    sql`update identity_users set email = ${email}, email_key = ${email} where id = ${userId}`,
  );
}

export function newApiKey(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
