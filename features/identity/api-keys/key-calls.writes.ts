import sql from "sql-template-tag";
import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Calls of each key since they were last written, per database, so that two test databases in one process never meet. */
const counted = new WeakMap<Db, Map<number, number>>();

/** Counts a call of a key in this process's memory: no call waits for it, and none costs a statement. */
export function countKeyCall(db: Db, keyId: number): void {
  addCalls(db, keyId, 1);
}

function addCalls(db: Db, keyId: number, count: number): void {
  const calls = counted.get(db) ?? new Map<number, number>();
  counted.set(db, calls.set(keyId, (calls.get(keyId) ?? 0) + count));
}

/**
 * Adds what this process has counted to the hour that is now, all keys in one statement; a key that has ended meanwhile has none.
 * Answers of how many keys. What could not be written is counted on and written with the next.
 */
export async function writeKeyCalls(db: Db): Promise<number> {
  const calls = counted.get(db);
  if (!calls) return 0;
  counted.delete(db);
  try {
    // In one order, so that two processes never wait for each other.
    return await execute(
      db,
      sql`insert into identity_key_calls as c (key_id, hour, calls)
          select k.id, date_trunc('hour', app_now(), 'UTC'), given.calls
          from unnest(${[...calls.keys()]}::bigint[], ${[...calls.values()]}::bigint[]) given (key_id, calls)
          join identity_api_keys k on k.id = given.key_id
          order by k.id
          on conflict (key_id, hour) do update set calls = c.calls + excluded.calls`,
    );
  } catch (error) {
    for (const [keyId, count] of calls) addCalls(db, keyId, count);
    throw error;
  }
}

/** Deletes hours that are shown nobody any more; answers how many. */
export function forgetKeyCalls(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`delete from identity_key_calls where (key_id, hour) in (
          select key_id, hour from identity_key_calls
          where hour <= app_now() - make_interval(days => ${keyLimits.callsKeptDays})
          order by hour limit ${limit} for update skip locked)`,
  );
}
