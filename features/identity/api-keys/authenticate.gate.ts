import { findUserByApiKey, type KeyOwner } from "#features/identity/api-keys/api-keys.reads.ts";
import { recordKeyUse } from "#features/identity/api-keys/authenticate.writes.ts";
import type { Db } from "#lib/db/pool.ts";

/** Whose key proves this request (findUserByApiKey); its use is noted. The caller asks `mayUseFrom`. */
export async function proveApiKey(db: Db, key: string): Promise<KeyOwner | null> {
  const owner = await findUserByApiKey(db, key);
  if (owner?.isStale) void recordKeyUse(db, owner.key.keyId);
  return owner;
}
