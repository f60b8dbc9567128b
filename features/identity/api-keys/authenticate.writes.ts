import sql from "sql-template-tag";
import { keyLimits } from "#features/identity/api-keys/api-keys.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { log } from "#lib/log.ts";

/** Records that a key is in use, for its owner's list; the call does not wait for it and does not fail with it. */
export async function recordKeyUse(db: Db, keyId: number): Promise<void> {
  await execute(
    db,
    sql`update identity_api_keys set last_used_at = app_now()
        where id = ${keyId} and (last_used_at is null or last_used_at < app_now() - make_interval(mins => ${keyLimits.usedEveryMinutes}))`,
  ).catch((error: Error) => log.warn({ error: error.message }, "use of a key not noted"));
}
