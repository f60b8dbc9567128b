import sql from "sql-template-tag";
import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** How often a key called, in the hours that began within the last 24 and within the last 30 days. */
export type KeyCalls = { readonly lastDay: number; readonly last30Days: number };

/** A call by its name in the documentation, and how often a key made it in the last 30 days (UTC), today among them. */
export type NamedCalls = { readonly call: string; readonly calls: number };

/** Calls of a user's keys by the key's id; a key that is not in it has not called for 30 days. */
export async function listKeyCalls(db: Queryable, userId: UserId): Promise<ReadonlyMap<number, KeyCalls>> {
  const counted = await rows<KeyCalls & { keyId: number }>(
    db,
    sql`select c.key_id as "keyId", sum(c.calls)::bigint as "last30Days",
          coalesce(sum(c.calls) filter (where c.hour > app_now() - interval '24 hours'), 0)::bigint as "lastDay"
        from identity_key_calls c join identity_api_keys k on k.id = c.key_id
        where k.user_id = ${userId} and c.hour > app_now() - make_interval(days => ${keyLimits.callsKeptDays})
        group by c.key_id`,
  );
  return new Map(counted.map(({ keyId, lastDay, last30Days }) => [keyId, { lastDay, last30Days }]));
}

/** Which calls a user's keys made, by the key's id, the most frequent first; a key that is not in it has made none. */
export async function listNamedCalls(
  db: Queryable,
  userId: UserId,
): Promise<ReadonlyMap<number, readonly NamedCalls[]>> {
  const named = await rows<NamedCalls & { keyId: number }>(
    db,
    sql`select n.key_id as "keyId", n.call, sum(n.calls)::bigint as calls
        from identity_key_call_names n join identity_api_keys k on k.id = n.key_id
        where k.user_id = ${userId} and n.day > (app_now() at time zone 'UTC')::date - ${keyLimits.callsKeptDays}::int
        group by n.key_id, n.call order by 3 desc, n.call`,
  );
  const byKey = Map.groupBy(named, ({ keyId }) => keyId);
  return new Map(
    [...byKey].map(([keyId, own]) => [keyId, own.map(({ call, calls }) => ({ call, calls }))] as const),
  );
}
