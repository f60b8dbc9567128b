import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { apiKeyHash, forgetApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import {
  type KeyKind,
  keyLimits,
  keyPrefix,
  keyShapes,
  type TypesName,
} from "#features/identity/api-keys/api-keys.rules.ts";
import { goodsName } from "#features/identity/api-keys/key-goods.rules.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { maskedApiKey } from "#features/identity/identity.rules.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import type { KeyScope, UserId } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** Gives a user a new legacy key and ends the old one at once. The key is told once; only its hash is stored. */
export async function rotateApiKey(db: Queryable, userId: UserId): Promise<string> {
  const key = newKey("legacy");
  await storeApiKey(db, userId, key);
  return key;
}

function newKey(kind: KeyKind): string {
  const { mark, hexCharacters } = keyShapes[kind];
  return mark + randomBytes(hexCharacters / 2).toString("hex");
}

/** Stores a given legacy key; for seeding the demo account. Of the key that it replaces no call is known any more. */
export async function storeApiKey(db: Queryable, userId: UserId, key: string): Promise<void> {
  await execute(
    db,
    sql`with stored as (
          insert into identity_api_keys (user_id, key_hash, key_prefix)
          values (${userId}, ${apiKeyHash(key)}, ${keyPrefix("legacy", key)})
          on conflict (user_id) where kind = 'legacy'
            do update set key_hash = excluded.key_hash, key_prefix = excluded.key_prefix, created_at = app_now(), last_used_at = null
          returning id
        ), unnamed as (
          delete from identity_key_call_names where key_id in (select id from stored)
        ) delete from identity_key_calls where key_id in (select id from stored)`,
  );
  forgetApiKeys(userId);
}

/** Ends a user's legacy key; a second call changes nothing. */
export async function removeApiKey(db: Db, userId: UserId): Promise<void> {
  await withTransaction(db, async (tx) => {
    const ended = await maybeOne<EndedKey>(
      tx,
      sql`delete from identity_api_keys where user_id = ${userId} and kind = 'legacy' returning name, key_prefix as "prefix"`,
    );
    if (ended) await recordSecurityEvent(tx, userId, { kind: "keyEnded", what: nameOf(ended) });
  });
  forgetApiKeys(userId);
}

type EndedKey = { readonly name: string; readonly prefix: string };

/** A key as its owner knows it from the list. */
function nameOf({ name, prefix }: EndedKey): string {
  return [name, maskedApiKey(prefix)].filter(Boolean).join(", ");
}

/** A key that was just made; it is told this once. */
export type NewKey = { readonly id: number; readonly key: string; readonly kind: KeyKind };

/** What an owner decides about a key. Money in kopecks; null = no limit, all of them, for ever. */
export type KeyInput = {
  readonly name: string;
  readonly scopes: readonly KeyScope[];
  readonly dailyLimitKopecks: number | null;
  readonly priceCapKopecks: number | null;
  readonly serviceIds: readonly number[] | null;
  readonly countryIds: readonly number[] | null;
  readonly networks: readonly string[] | null;
  /** How the bots' protocol answers its calls that name no spelling; `standard` when left out. */
  readonly types?: TypesName;
  readonly expiresAt: Date | null;
};

/**
 * Makes a named key. It is told this once; only its hash is stored. Throws KEY_LIMIT_REACHED, NETWORK_INVALID,
 * KEY_EXPIRES_IN_PAST.
 */
export async function createKey(
  tx: Tx,
  userId: UserId,
  kind: "live" | "sandbox",
  input: KeyInput,
): Promise<NewKey> {
  await refusePast(tx, input.expiresAt);
  await lockKeysOf(tx, userId);
  const { count } = await one<{ count: number }>(
    tx,
    sql`select count(*)::int as count from identity_api_keys
        where user_id = ${userId} and kind <> 'legacy' and (expires_at is null or expires_at > app_now())`,
  );
  if (count >= keyLimits.perUser) throw new AppError(identityErrors.KEY_LIMIT_REACHED);
  return insertKey(tx, userId, kind, input, null);
}

/** The user's row is the lock of all keys: what is counted or looked at stays so until the commit. */
async function lockKeysOf(tx: Tx, userId: UserId): Promise<void> {
  await execute(tx, sql`select from identity_users where id = ${userId} for update`);
}

async function insertKey(
  tx: Tx,
  userId: UserId,
  kind: KeyKind,
  input: KeyInput,
  replacesId: number | null,
): Promise<NewKey> {
  const key = newKey(kind);
  try {
    const { id } = await one<{ id: number }>(
      tx,
      sql`insert into identity_api_keys (user_id, key_hash, key_prefix, kind, name, scopes, daily_limit_kopecks, price_cap_kopecks,
            service_ids, country_ids, networks, types, expires_at, replaces_id)
          values (${userId}, ${apiKeyHash(key)}, ${keyPrefix(kind, key)}, ${kind}, ${input.name}, ${input.scopes},
            ${input.dailyLimitKopecks}, ${input.priceCapKopecks}, ${input.serviceIds}, ${input.countryIds},
            ${input.networks}::text[]::cidr[]::text[], ${typesOf(input)}, ${input.expiresAt}, ${replacesId})
          returning id`,
    );
    return { id, key, kind };
  } catch (error) {
    throw asRefusal(error);
  }
}

function typesOf({ types = "standard" }: KeyInput): TypesName {
  return types;
}

/** An address with bits beyond its prefix, or none at all: PostgreSQL says so better than a pattern. */
function asRefusal(error: unknown): unknown {
  return (error as { code?: string }).code === "22P02" ? new AppError(identityErrors.NETWORK_INVALID) : error;
}

async function refusePast(tx: Tx, expiresAt: Date | null): Promise<void> {
  if (expiresAt === null) return;
  const { isPast } = await one<{ isPast: boolean }>(
    tx,
    sql`select ${expiresAt}::timestamptz <= app_now() as "isPast"`,
  );
  if (isPast) throw new AppError(identityErrors.KEY_EXPIRES_IN_PAST);
}

/**
 * Changes what one of the user's keys may do. One that was replaced keeps its end, and may be given an earlier one alone.
 * Throws KEY_NOT_FOUND, NETWORK_INVALID, KEY_EXPIRES_IN_PAST.
 */
export async function changeKey(tx: Tx, userId: UserId, keyId: number, input: KeyInput): Promise<void> {
  await refusePast(tx, input.expiresAt);
  await lockKeysOf(tx, userId);
  const isReplaced = sql`exists (select from identity_api_keys s where s.replaces_id = k.id)`;
  // Owners are shown milliseconds; who changes something else sends the shortened end back and has not chosen it.
  const isSameEnd = sql`date_trunc('milliseconds', k.expires_at) is not distinct from ${input.expiresAt}::timestamptz`;
  const changed = await maybeOne<EndedKey>(
    tx,
    sql`update identity_api_keys k set name = ${input.name}, scopes = ${input.scopes}, daily_limit_kopecks = ${input.dailyLimitKopecks},
          price_cap_kopecks = ${input.priceCapKopecks}, service_ids = ${input.serviceIds}, country_ids = ${input.countryIds},
          networks = ${input.networks}::text[]::cidr[]::text[], types = ${typesOf(input)},
          expires_at = case when ${isReplaced} then least(k.expires_at, ${input.expiresAt}) else ${input.expiresAt} end,
          own_expires_at = case when ${isReplaced} or ${isSameEnd} then k.own_expires_at end
        where id = ${keyId} and user_id = ${userId} and kind <> 'legacy' and (expires_at is null or expires_at > app_now())
        returning name, key_prefix as "prefix"`,
  ).catch((error: unknown) => {
    throw asRefusal(error);
  });
  if (!changed) throw new AppError(identityErrors.KEY_NOT_FOUND);
  await recordSecurityEvent(tx, userId, { kind: "keyChanged", what: nameOf(changed) });
}

/**
 * Makes a successor with the same rights and the end that the owner chose, also where an earlier rotation whose successor is gone
 * has shortened it; the old key goes on for `overlapHours` (0 = ends now), and one that the old key
 * replaced before ends now: of each key at most two live at a time. Throws KEY_NOT_FOUND, also for a key that has a successor
 * already.
 */
export async function rotateKey(
  tx: Tx,
  userId: UserId,
  keyId: number,
  overlapHours: number,
): Promise<NewKey> {
  await lockKeysOf(tx, userId);
  const old = await maybeOne<KeyInput & { kind: KeyKind; replacesId: number | null }>(
    tx,
    sql`select kind, name, scopes, daily_limit_kopecks as "dailyLimitKopecks", price_cap_kopecks as "priceCapKopecks",
          service_ids as "serviceIds", country_ids as "countryIds", networks, types,
          nullif(coalesce(own_expires_at, expires_at), 'infinity') as "expiresAt", replaces_id as "replacesId"
        from identity_api_keys k
        where id = ${keyId} and user_id = ${userId} and kind <> 'legacy' and (expires_at is null or expires_at > app_now())
          and not exists (select from identity_api_keys s where s.replaces_id = k.id)
        for update`,
  );
  if (!old) throw new AppError(identityErrors.KEY_NOT_FOUND);
  const { kind, replacesId, ...input } = old;
  await execute(
    tx,
    sql`update identity_api_keys set expires_at = least(expires_at, app_now()) where id = ${replacesId} and user_id = ${userId}`,
  );
  const made = await insertKey(tx, userId, kind, input, keyId);
  await execute(
    tx,
    sql`update identity_api_keys n set max_prices = o.max_prices from identity_api_keys o where n.id = ${made.id} and o.id = ${keyId}`,
  );
  await execute(
    tx,
    sql`update identity_api_keys
        set expires_at = least(expires_at, app_now() + make_interval(hours => ${overlapHours})),
          own_expires_at = coalesce(own_expires_at, expires_at, 'infinity')
        where id = ${keyId}`,
  );
  return made;
}

/**
 * Sets the highest price of a key's purchases of one service in one country that name none; null takes it away. False: the key has as
 * many of them as it may have. What was set last holds.
 */
export async function setKeyMaxPrice(
  db: Queryable,
  { userId, keyId }: { readonly userId: UserId; readonly keyId: number },
  goods: { readonly serviceId: number; readonly countryId: number },
  maxPriceKopecks: Kopecks | null,
): Promise<boolean> {
  const name = goodsName(goods.serviceId, goods.countryId);
  const changed = await execute(
    db,
    maxPriceKopecks === null
      ? sql`update identity_api_keys set max_prices = max_prices - ${name}::text where id = ${keyId}`
      : sql`update identity_api_keys set max_prices = max_prices || jsonb_build_object(${name}::text, ${maxPriceKopecks}::bigint)
            where id = ${keyId}
              and (max_prices ? ${name}::text or (select count(*) from jsonb_object_keys(max_prices)) < ${keyLimits.maxPrices})`,
  );
  forgetApiKeys(userId);
  return changed > 0;
}

/** Ends one of the user's named keys at once. Throws KEY_NOT_FOUND. */
export async function endKey(tx: Tx, userId: UserId, keyId: number): Promise<void> {
  const ended = await maybeOne<EndedKey>(
    tx,
    sql`delete from identity_api_keys where id = ${keyId} and user_id = ${userId} and kind <> 'legacy'
        returning name, key_prefix as "prefix"`,
  );
  if (!ended) throw new AppError(identityErrors.KEY_NOT_FOUND);
  await recordSecurityEvent(tx, userId, { kind: "keyEnded", what: nameOf(ended) });
}

/** Ends every key of a user at once, of whatever kind. */
export async function endAllKeys(tx: Tx, userId: UserId): Promise<void> {
  await lockKeysOf(tx, userId);
  const ended = await execute(tx, sql`delete from identity_api_keys where user_id = ${userId}`);
  if (ended > 0) await recordSecurityEvent(tx, userId, { kind: "allKeysEnded" });
}
