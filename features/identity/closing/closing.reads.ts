import sql, { type Sql } from "sql-template-tag";
import type { ClosingParts } from "#features/identity/closing/closing-part.reads.ts";
import { type Hindrance, hindrances } from "#features/identity/closing.rules.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { SESSION_IDLE_DAYS, SESSION_TOKEN } from "#features/identity/sessions/sessions.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";

export type Closing = { readonly userId: UserId; readonly endsAt: Date };

/** The closing of an account whose owner can still keep it, or null. */
export function findClosing(db: Queryable, userId: UserId): Promise<Closing | null> {
  return maybeOne<Closing>(
    db,
    sql`select user_id as "userId", ends_at as "endsAt" from identity_closings where user_id = ${userId} and closed_at is null`,
  );
}

/** Condition: the account's person has not gone for good. `userId`: where its number stands in the statement. */
export const isOpenAccount = (userId: Sql): Sql =>
  sql`not exists (select from identity_closings closed where closed.user_id = ${userId} and closed.closed_at is not null)`;

/** Whether an account's person is gone for good. */
export async function isClosed(db: Queryable, userId: number): Promise<boolean> {
  const closed = await maybeOne(
    db,
    sql`select 1 from identity_closings where user_id = ${userId} and closed_at is not null`,
  );
  return closed !== null;
}

/** The closing of an account by the token of a session that proves nothing else meanwhile. */
export async function findClosingOfToken(db: Queryable, token: string): Promise<Closing | null> {
  if (!SESSION_TOKEN.test(token)) return null;
  return maybeOne<Closing>(
    db,
    sql`select c.user_id as "userId", c.ends_at as "endsAt"
        from identity_sessions s
        join identity_closings c on c.user_id = s.user_id and c.closed_at is null
        join identity_users u on u.id = s.user_id and u.suspended_at is null
        where s.token_hash = ${tokenHash(token)} and s.expires_at > app_now()
          and s.last_seen_at > app_now() - make_interval(days => ${SESSION_IDLE_DAYS})`,
  );
}

/** What of an account still goes on, in the order of `hindrances`. */
export async function listHindrances(
  db: Queryable,
  userId: UserId,
  { parts }: Pick<ClosingParts, "parts">,
): Promise<Hindrance[]> {
  const own = await one<{ isPartner: boolean; isStore: boolean; isStaff: boolean }>(
    db,
    sql`select is_partner as "isPartner", is_store as "isStore", role = 'staff' as "isStaff" from identity_users where id = ${userId}`,
  );
  const found = new Set<Hindrance>([
    ...(own.isPartner ? (["partner"] as const) : []),
    ...(own.isStore ? (["store"] as const) : []),
    ...(own.isStaff ? (["staff"] as const) : []),
  ]);
  for (const { findHindrances } of parts)
    for (const one of (await findHindrances?.(db, userId)) ?? []) found.add(one);
  return hindrances.filter((one) => found.has(one));
}
