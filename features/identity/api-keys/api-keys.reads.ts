import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import { LRUCache } from "lru-cache";
import sql from "sql-template-tag";
import {
  API_KEY,
  type KeyKind,
  keyLimits,
  type TypesName,
} from "#features/identity/api-keys/api-keys.rules.ts";
import type { KeyRights, KeyScope, Role, UserId } from "#lib/api/actor.ts";
import { monotonicMs } from "#lib/clock.ts";
import { MicroBatch } from "#lib/db/micro-batch.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

/** How long a proven key is believed without asking again, at most. */
const REMEMBER_MS = 3_000;
/** How long a key stays unknown without asking again, at most: a program whose key has ended goes on asking for days. */
const UNKNOWN_MS = 2_000;
/** Keys remembered of each sort; strangers' guesses so never push a right key out. */
const KEYS_MAX = 10_000;
/** Questions about keys that go to the database at once, and keys in one of them: a flood of guesses takes no more connections. */
const QUESTIONS = { slots: 4, maxItems: 200 };

export type KeyOwner = {
  readonly userId: UserId;
  readonly role: Role;
  readonly key: KeyRights;
  /** Addresses it may be used from; null = all. */
  readonly networks: BlockList | null;
  /** How the bots' protocol answers its calls that name no spelling. */
  readonly types: TypesName;
  /** When it was read, its last use had been noted so long ago that it should be noted again. */
  readonly isStale: boolean;
  /** On this process's own clock (`monotonicMs`); null = it ends by no date. */
  readonly endsAtMs: number | null;
};

/** Milliseconds until a key ends by its date; null = by none. */
export function endsInMsOf({ endsAtMs }: Pick<KeyOwner, "endsAtMs">): number | null {
  return endsAtMs === null ? null : endsAtMs - monotonicMs();
}

/** How long a proven key is believed: never beyond its date. */
function rememberMs(owner: KeyOwner): number {
  const endsInMs = endsInMsOf(owner);
  return endsInMs === null ? REMEMBER_MS : Math.min(REMEMBER_MS, Math.floor(endsInMs));
}

/** Whose calls are counted together: those of one key. */
export function keySubject({ key }: KeyOwner): string {
  return `key:${key.keyId}`;
}

type KeyMemory = {
  readonly known: LRUCache<string, KeyOwner>;
  readonly unknown: LRUCache<string, true>;
  readonly questions: MicroBatch<Buffer, { readonly row: OwnerRow | null }>;
};

/** Per database, so that two test databases in one process never meet. Keyed by the key's hash. */
const memories = new WeakMap<Queryable, KeyMemory>();
const allMemories = new Set<WeakRef<KeyMemory>>();
let forgotten = 0;

function memoryOf(db: Queryable): KeyMemory {
  let memory = memories.get(db);
  if (!memory) {
    memory = {
      known: new LRUCache({ max: KEYS_MAX, ttl: REMEMBER_MS }),
      unknown: new LRUCache({ max: KEYS_MAX, ttl: UNKNOWN_MS }),
      questions: new MicroBatch({
        ...QUESTIONS,
        runOne: async (keyHash) => ({ row: await readOwner(db, keyHash) }),
        runMany: (hashes) => readOwners(db, hashes),
        isUndone: () => false,
      }),
    };
    memories.set(db, memory);
    allMemories.add(new WeakRef(memory));
  }
  return memory;
}

/** SHA-256 of a key; 112 random bits and more need no slow hash. */
export function apiKeyHash(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/**
 * Whose key this is and what it may do; null for a malformed, unknown, ended or expired key and for a suspended user. What is
 * asked in one turn is one statement. A right answer is remembered for three seconds (not beyond the key's date), that a key is unknown for two, and both are
 * forgotten at once when a key or its user changes (here directly, in other processes by the notice `identity_changed`).
 * `authenticateKey` asks `mayUseFrom`.
 */
export async function findUserByApiKey(db: Queryable, key: string): Promise<KeyOwner | null> {
  if (!API_KEY.test(key)) return null;
  const keyHash = apiKeyHash(key);
  const { known, unknown, questions } = memoryOf(db);
  const name = keyHash.toString("base64url");
  const hit = known.get(name);
  if (hit) return hit;
  if (unknown.has(name)) return null;
  const asked = forgotten;
  const { row } = await questions.run(keyHash);
  // An answer that was under way while something was forgotten may be the old one.
  const isFresh = asked === forgotten;
  if (!row || !timingSafeEqual(row.keyHash, keyHash)) {
    if (isFresh) unknown.set(name, true);
    return null;
  }
  const owner = ownerOf(row);
  const forMs = rememberMs(owner);
  // A memory of no time would be one without end.
  if (isFresh && forMs >= 1) known.set(name, owner, { ttl: forMs });
  return owner;
}

/** May this key be used from that address? */
export function mayUseFrom({ networks }: KeyOwner, ip: string): boolean {
  return networks === null || networks.check(ip, isIPv6(ip) ? "ipv6" : "ipv4");
}

type OwnerRow = {
  id: number;
  userId: UserId;
  role: Role;
  keyHash: Buffer;
  kind: KeyKind;
  scopes: KeyScope[];
  dailyLimitKopecks: number | null;
  priceCapKopecks: number | null;
  serviceIds: number[] | null;
  countryIds: number[] | null;
  networks: string[] | null;
  maxPrices: Record<string, number>;
  types: TypesName;
  isStale: boolean;
  endsInMs: number | null;
};

const OWNER_ROW = `select k.id, k.user_id as "userId", u.role, k.key_hash as "keyHash", k.kind, k.scopes,
    k.daily_limit_kopecks as "dailyLimitKopecks", k.price_cap_kopecks as "priceCapKopecks",
    k.service_ids as "serviceIds", k.country_ids as "countryIds", k.networks,
    k.max_prices as "maxPrices", k.types,
    coalesce(k.last_used_at < app_now() - interval '${keyLimits.usedEveryMinutes} minutes', true) as "isStale",
    (extract(epoch from k.expires_at - app_now()) * 1000)::float8 as "endsInMs"
  from identity_api_keys k join identity_users u on u.id = k.user_id
  where u.suspended_at is null and (k.expires_at is null or k.expires_at > app_now())`;

function readOwner(db: Queryable, keyHash: Buffer): Promise<OwnerRow | null> {
  return maybeOne(db, {
    name: "identity_find_api_key",
    text: `${OWNER_ROW} and k.key_hash = $1`,
    values: [keyHash],
  });
}

/** The same of many at once, in their order. */
async function readOwners(db: Queryable, hashes: readonly Buffer[]): Promise<{ row: OwnerRow | null }[]> {
  const found = await rows<OwnerRow>(db, {
    name: "identity_find_api_keys",
    text: `${OWNER_ROW} and k.key_hash = any ($1::bytea[])`,
    values: [hashes],
  });
  const byHash = new Map(found.map((row) => [row.keyHash.toString("base64url"), row]));
  return hashes.map((hash) => ({ row: byHash.get(hash.toString("base64url")) ?? null }));
}

/** What a key may do now, for what it has begun and the server goes on with; null once it has ended or its user is suspended. */
export async function findKeyRights(db: Queryable, keyId: number): Promise<KeyRights | null> {
  const found = await maybeOne<OwnerRow>(db, {
    name: "identity_find_key_rights",
    text: `${OWNER_ROW} and k.id = $1`,
    values: [keyId],
  });
  return found && ownerOf(found).key;
}

function ownerOf(row: OwnerRow): KeyOwner {
  const { scopes, dailyLimitKopecks, priceCapKopecks, serviceIds, countryIds, maxPrices } = row;
  const rights = { scopes, dailyLimitKopecks, priceCapKopecks, serviceIds, countryIds, maxPrices };
  return {
    userId: row.userId,
    role: row.role,
    key: { keyId: row.id, isSandbox: row.kind === "sandbox", ...rights },
    networks: row.networks === null ? null : listOf(row.networks),
    types: row.types,
    isStale: row.isStale,
    endsAtMs: row.endsInMs === null ? null : monotonicMs() + row.endsInMs,
  };
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = "", bits = ""] = network.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    list.addSubnet(address, bits === "" ? (family === "ipv6" ? 128 : 32) : Number(bits), family);
  }
  return list;
}

/** Forgets what is remembered of one user's keys, or of everybody's (null, after a gap in the notices). */
export function forgetApiKeys(userId: number | null): void {
  forgotten += 1;
  for (const reference of allMemories) {
    const memory = reference.deref();
    if (!memory) {
      allMemories.delete(reference);
      continue;
    }
    // Whose an unknown key has become nobody can tell.
    memory.unknown.clear();
    for (const [name, owner] of memory.known.entries()) {
      if (userId === null || owner.userId === userId) memory.known.delete(name);
    }
  }
}

export type ApiKeyRow = {
  id: number;
  kind: KeyKind;
  name: string;
  prefix: string;
  scopes: KeyScope[];
  dailyLimitKopecks: number | null;
  priceCapKopecks: number | null;
  serviceIds: number[] | null;
  countryIds: number[] | null;
  networks: string[] | null;
  types: TypesName;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  /** A successor exists; this one ends at `expiresAt`. */
  isReplaced: boolean;
};

/** A user's keys that still work, oldest first. */
export function listApiKeys(db: Queryable, userId: UserId): Promise<ApiKeyRow[]> {
  return rows<ApiKeyRow>(
    db,
    sql`select k.id, k.kind, k.name, k.key_prefix as prefix, k.scopes, k.daily_limit_kopecks as "dailyLimitKopecks",
          k.price_cap_kopecks as "priceCapKopecks", k.service_ids as "serviceIds", k.country_ids as "countryIds",
          k.networks, k.types, k.created_at as "createdAt", k.expires_at as "expiresAt", k.last_used_at as "lastUsedAt",
          exists (select from identity_api_keys s where s.replaces_id = k.id) as "isReplaced"
        from identity_api_keys k
        where k.user_id = ${userId} and (k.expires_at is null or k.expires_at > app_now()) order by k.id`,
  );
}
