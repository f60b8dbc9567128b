import sql from "sql-template-tag";
import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** How often a key called, in the hours that began within the last 24 and within the last 30 days. */
export type KeyCalls = { readonly lastDay: number; readonly last30Days: number };

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
