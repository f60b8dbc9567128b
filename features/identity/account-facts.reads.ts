import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

/** The key that all spellings of one person's address share, or null for an unknown account. */
export async function findPersonKey(db: Queryable, userId: number): Promise<string | null> {
  const row = await maybeOne<{ key: string }>(
    db,
    sql`select email_key as key from identity_users where id = ${userId}`,
  );
  return row?.key ?? null;
}

/** Whole days since an account was made, by the database's clock, or null for an unknown one. */
export async function findPersonAgeDays(db: Queryable, userId: number): Promise<number | null> {
  const row = await maybeOne<{ days: number }>(
    db,
    sql`select floor(extract(epoch from app_now() - created_at) / 86400)::int as days from identity_users where id = ${userId}`,
  );
  return row && Math.max(0, row.days);
}

/** Where an account is signed in: address and browser together are as near to a device as a server comes by itself. */
export async function listSignInPlaces(
  db: Queryable,
  userId: number,
): Promise<{ ip: string; userAgent: string }[]> {
  return rows<{ ip: string; userAgent: string }>(
    db,
    sql`select distinct ip, user_agent as "userAgent" from identity_sessions where user_id = ${userId}`,
  );
}

/** Whether an account may act: it exists, is not suspended and not being closed. */
export async function mayAct(db: Queryable, userId: number): Promise<boolean> {
  const row = await maybeOne(
    db,
    sql`select id from identity_users u where id = ${userId} and suspended_at is null
          and not exists (select from identity_closings c where c.user_id = u.id)`,
  );
  return row !== null;
}
