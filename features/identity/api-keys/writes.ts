import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { apiKeyHash, forgetApiKeys } from "#features/identity/api-keys/reads.ts";
import { API_KEY_PREFIX_CHARACTERS } from "#features/identity/api-keys/rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** Gives a user a new key and ends the old one at once. The key is told once; only its hash is stored. */
export async function rotateApiKey(db: Queryable, userId: UserId): Promise<string> {
  const key = randomBytes(16).toString("hex");
  await storeApiKey(db, userId, key);
  return key;
}

/** Stores a given key; for seeding the demo account. */
export async function storeApiKey(db: Queryable, userId: UserId, key: string): Promise<void> {
  await execute(
    db,
    sql`insert into identity_api_keys (user_id, key_hash, key_prefix)
        values (${userId}, ${apiKeyHash(key)}, ${key.slice(0, API_KEY_PREFIX_CHARACTERS)})
        on conflict (user_id) do update set key_hash = excluded.key_hash, key_prefix = excluded.key_prefix, created_at = app_now()`,
  );
  forgetApiKeys(userId);
}

/** Ends a user's key; a second call changes nothing. */
export async function removeApiKey(db: Queryable, userId: UserId): Promise<void> {
  await execute(db, sql`delete from identity_api_keys where user_id = ${userId}`);
  forgetApiKeys(userId);
}
