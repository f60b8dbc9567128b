import sql from "sql-template-tag";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { givenOpenMax } from "#lib/testing/market.ts";

export type ApiBuyer = { readonly userId: UserId; readonly key: string };

/** Of the form that is required, and of no password. */
const PASSWORD_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${"A".repeat(22)}$${"A".repeat(43)}`;

/** A confirmed account with an API key and money in its wallet. */
export async function givenApiBuyer(db: Db, balanceKopecks: number, key = newApiKey()): Promise<ApiBuyer> {
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
  await givenOpenMax(db, id, 100_000);
  if (balanceKopecks > 0) {
    await execute(
      db,
      sql`select * from ledger_move('demo_credit', ${id}, 'main', ${balanceKopecks}, ${`test:${key}`}, 'test')`,
    );
  }
  return { userId: id, key };
}

export function newApiKey(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
