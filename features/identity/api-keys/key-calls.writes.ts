import sql from "sql-template-tag";
import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** How often a key made each call; those without a name stand under the empty one. */
type Named = Map<string, number>;

/** Calls of each key since they were last written, per database, so that two test databases in one process never meet. */
const counted = new WeakMap<Db, Map<number, Named>>();

/**
 * Counts a call of a key in this process's memory: no call waits for it, and none costs a statement. `call` is one of the product's
 * own names for what can be called, never a caller's text; null where a key only proves that it still holds.
 */
export function countKeyCall(db: Db, keyId: number, call: string | null): void {
  addCalls(db, keyId, call ?? "", 1);
}

function addCalls(db: Db, keyId: number, call: string, count: number): void {
  const keys = counted.get(db) ?? new Map<number, Named>();
  counted.set(db, keys);
  const names = keys.get(keyId) ?? new Map<string, number>();
  keys.set(keyId, names.set(call, (names.get(call) ?? 0) + count));
}

/**
 * Adds what this process has counted to the hour and, by name, to the day that are now, all keys in one statement; a key that has ended
 * meanwhile has none. Answers of how many keys. What could not be written is counted on and written with the next.
 */
export async function writeKeyCalls(db: Db): Promise<number> {
  const keys = counted.get(db);
  if (!keys) return 0;
  counted.delete(db);
  const given = [...keys].flatMap(([keyId, names]) =>
    [...names].map(([call, count]) => ({ keyId, call, count })),
  );
  try {
    // In one order, so that two processes never wait for each other.
    return await execute(
      db,
      sql`with given as (
            select k.id as key_id, g.call, g.calls
            from unnest(
              ${given.map(({ keyId }) => keyId)}::bigint[],
              ${given.map(({ call }) => call)}::text[],
              ${given.map(({ count }) => count)}::bigint[]
            ) g (key_id, call, calls)
            join identity_api_keys k on k.id = g.key_id
          ), named as (
            insert into identity_key_call_names as n (key_id, day, call, calls)
            select key_id, (app_now() at time zone 'UTC')::date, call, calls from given
            where call <> '' order by key_id, call
            on conflict (key_id, day, call) do update set calls = n.calls + excluded.calls
          )
          insert into identity_key_calls as c (key_id, hour, calls)
          select key_id, date_trunc('hour', app_now(), 'UTC'), sum(calls)::bigint from given
          group by key_id order by key_id
          on conflict (key_id, hour) do update set calls = c.calls + excluded.calls`,
    );
  } catch (error) {
    for (const { keyId, call, count } of given) addCalls(db, keyId, call, count);
    throw error;
  }
}

/** Deletes hours and days that are shown nobody any more; answers how many. */
export async function forgetKeyCalls(db: Queryable, limit: number): Promise<number> {
  const hours = await execute(
    db,
    sql`delete from identity_key_calls where (key_id, hour) in (
          select key_id, hour from identity_key_calls
          where hour <= app_now() - make_interval(days => ${keyLimits.callsKeptDays})
          order by hour limit ${limit} for update skip locked)`,
  );
  const days = await execute(
    db,
    sql`delete from identity_key_call_names where (key_id, day, call) in (
          select key_id, day, call from identity_key_call_names
          where day <= (app_now() at time zone 'UTC')::date - ${keyLimits.callsKeptDays}::int
          order by day limit ${limit} for update skip locked)`,
  );
  return hours + days;
}
