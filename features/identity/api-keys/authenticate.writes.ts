import sql from "sql-template-tag";
import type { KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";

/** Those whose use has been noted since they were read: an owner is remembered for many calls. */
const noted = new WeakSet<KeyOwner>();

/**
 * Records that a key is in use, for its owner's list, where that is due; the call does not wait for it and does not fail with it. To be
 * called for whoever was let in, at each call: the first one with a remembered key may have come from elsewhere.
 */
export function recordKeyUse(db: Db, owner: KeyOwner): void {
  if (!owner.isStale || noted.has(owner)) return;
  noted.add(owner);
  void execute(
    db,
    sql`update identity_api_keys set last_used_at = app_now()
        where id = ${owner.key.keyId} and (last_used_at is null or last_used_at < app_now() - make_interval(mins => ${keyLimits.usedEveryMinutes}))`,
  ).catch((error: Error) => log.warn({ error: error.message }, "use of a key not noted"));
}
