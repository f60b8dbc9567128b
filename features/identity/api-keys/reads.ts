import { createHash, timingSafeEqual } from "node:crypto";
import { LRUCache } from "lru-cache";
import { API_KEY } from "#features/identity/api-keys/rules.ts";
import type { Role, UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** How long a proven key is believed without asking again, at most. */
const REMEMBER_MS = 3_000;

export type KeyOwner = { readonly userId: UserId; readonly role: Role };

/** Per database, so that two test databases in one process never meet. Keyed by the key's hash. */
const remembered = new WeakMap<Queryable, LRUCache<string, KeyOwner>>();
const caches = new Set<WeakRef<LRUCache<string, KeyOwner>>>();
let forgotten = 0;

function cacheOf(db: Queryable): LRUCache<string, KeyOwner> {
  let cache = remembered.get(db);
  if (!cache) {
    cache = new LRUCache({ max: 10_000, ttl: REMEMBER_MS });
    remembered.set(db, cache);
    caches.add(new WeakRef(cache));
  }
  return cache;
}

/** SHA-256 of a key; 128 random bits need no slow hash. */
export function apiKeyHash(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/**
 * Whose key this is, or null for a malformed, unknown or rotated key and for a suspended user. One prepared
 * statement; a right answer is remembered for three seconds and forgotten at once when the key or its user
 * changes (here directly, in other processes by the notice `identity_changed`).
 */
export async function findUserByApiKey(db: Queryable, key: string): Promise<KeyOwner | null> {
  if (!API_KEY.test(key)) return null;
  const keyHash = apiKeyHash(key);
  const cache = cacheOf(db);
  const name = keyHash.toString("base64url");
  const hit = cache.get(name);
  if (hit) return hit;
  const asked = forgotten;
  const found = await readOwner(db, keyHash);
  if (!found || !timingSafeEqual(found.keyHash, keyHash)) return null;
  const owner = { userId: found.userId, role: found.role };
  // An answer that was under way while something was forgotten may be the old one.
  if (asked === forgotten) cache.set(name, owner);
  return owner;
}

function readOwner(db: Queryable, keyHash: Buffer): Promise<(KeyOwner & { keyHash: Buffer }) | null> {
  return maybeOne(db, {
    name: "identity_find_api_key",
    text: `select k.user_id as "userId", u.role, k.key_hash as "keyHash"
           from identity_api_keys k join identity_users u on u.id = k.user_id
           where k.key_hash = $1 and u.suspended_at is null`,
    values: [keyHash],
  });
}

/** Forgets what is remembered of one user's key, or of everybody's (null, after a gap in the notices). */
export function forgetApiKeys(userId: number | null): void {
  forgotten += 1;
  for (const reference of caches) {
    const cache = reference.deref();
    if (!cache) {
      caches.delete(reference);
      continue;
    }
    for (const [name, owner] of cache.entries()) {
      if (userId === null || owner.userId === userId) cache.delete(name);
    }
  }
}
