import { LRUCache } from "lru-cache";
import sql from "sql-template-tag";
import { maskedApiKey } from "#features/identity/identity.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";
import { networkOf } from "#lib/net/network-of.ts";

/** After so long a use is written again, which a line of the same day answers by itself. */
const REMEMBER_MS = 3_600_000;
const NETWORKS_MAX = 20_000;

/** Per database, so that two test databases in one process never meet. By key and network. */
const memories = new WeakMap<Db, LRUCache<string, true>>();

/**
 * Writes into the security log that a key was used from a network: one line per key, network and day (UTC), however often it calls. The
 * call does not wait for it and does not fail with it.
 */
export function recordKeyNetwork(db: Db, keyId: number, ip: string): void {
  let memory = memories.get(db);
  if (!memory) {
    memory = new LRUCache<string, true>({ max: NETWORKS_MAX, ttl: REMEMBER_MS });
    memories.set(db, memory);
  }
  const network = networkOf(ip);
  const name = `${keyId} ${network}`;
  if (memory.has(name)) return;
  memory.set(name, true);
  void recordUse(db, keyId, network).catch((error: Error) => {
    memory.delete(name);
    log.warn({ error: error.message }, "network of a key not noted");
  });
}

async function recordUse(db: Db, keyId: number, network: string): Promise<void> {
  const key = await maybeOne<{ userId: number; name: string; prefix: string }>(
    db,
    sql`select user_id as "userId", name, key_prefix as prefix from identity_api_keys where id = ${keyId}`,
  );
  if (!key) return;
  const what = [key.name, maskedApiKey(key.prefix)].filter(Boolean).join(", ");
  await execute(
    db,
    sql`insert into identity_security_events (user_id, kind, what, ip, once)
        select id, 'keyUsed', ${what}, ${network.slice(0, 64)},
          'key:' || ${`${keyId}:${network}`.slice(0, 200)}::text || ':' || (app_now() at time zone 'UTC')::date
        from identity_users where id = ${key.userId}
        on conflict (user_id, once) where once is not null do nothing`,
  );
}
