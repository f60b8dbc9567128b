import { findUserByApiKey, type KeyOwner, mayUseFrom } from "#features/identity/api-keys/api-keys.reads.ts";
import { recordKeyUse } from "#features/identity/api-keys/authenticate.writes.ts";
import { countKeyCall } from "#features/identity/api-keys/key-calls.writes.ts";
import { recordKeyNetwork } from "#features/identity/api-keys/key-networks.writes.ts";
import type { KeyRefusal } from "#features/identity/api-keys/key-rights.rules.ts";
import type { Db } from "#lib/db/pool.ts";

/** Whose key it is, or why it proves nothing. Of a key that is known and used from elsewhere the owner is told too: its calls count. */
export type Authenticated =
  | { readonly refusal: null; readonly owner: KeyOwner }
  | { readonly refusal: Extract<KeyRefusal, "address">; readonly owner: KeyOwner }
  | { readonly refusal: Extract<KeyRefusal, "unknown">; readonly owner: null };

const unknown: Authenticated = { refusal: "unknown", owner: null };

/**
 * The first half of the gate for keys, the same at every door: is there such a key (findUserByApiKey), and may it be used from this
 * address. The use of one that may is noted, once a day from where, and each call counted by its name (`countKeyCall`). What it may do
 * is the second half's to say (`judgeKey`).
 */
export async function authenticateKey(
  db: Db,
  key: string,
  ip: string,
  call: string | null,
): Promise<Authenticated> {
  const proven = await proveKey(db, key, ip);
  if (proven.refusal === null) countKeyCall(db, proven.owner.key.keyId, call);
  return proven;
}

/** The same without counting: for a door that may leave the call to another one. */
export async function proveKey(db: Db, key: string, ip: string): Promise<Authenticated> {
  const owner = await findUserByApiKey(db, key);
  if (!owner) return unknown;
  if (!mayUseFrom(owner, ip)) return { refusal: "address", owner };
  recordKeyUse(db, owner);
  recordKeyNetwork(db, owner.key.keyId, ip);
  return { refusal: null, owner };
}
