import {
  type ApiKeyView,
  changeKeyEndpoint,
  createKeyEndpoint,
  endKeyEndpoint,
  listKeysEndpoint,
  rotateKeyEndpoint,
} from "#features/identity/api-keys/api-keys.contract.ts";
import { type ApiKeyRow, forgetApiKeys, listApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { type KeyKind, keyPrefix, movesMoney } from "#features/identity/api-keys/api-keys.rules.ts";
import {
  changeKey,
  createKey,
  endKey,
  type KeyInput,
  rotateKey,
} from "#features/identity/api-keys/api-keys.writes.ts";
import { type KeyCalls, listKeyCalls, listNamedCalls } from "#features/identity/api-keys/key-calls.reads.ts";
import {
  claimForKeys,
  proveForMoney,
  proveForReplaced,
  proveForWidened,
} from "#features/identity/api-keys/key-proof.writes.ts";
import type { Credentials } from "#features/identity/identity.reads.ts";
import { maskedApiKey } from "#features/identity/identity.rules.ts";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import type { UserActor } from "#lib/api/actor.ts";
import { route } from "#lib/api/route.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** A change of keys by their owner: never by a key, and at once believed by this process. `proven` is whose password it took. */
async function change<Result>(
  { db, actor, proven = null }: { db: Db; actor: UserActor; proven?: Credentials | null },
  write: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const result = await withTransaction(db, async (tx) => {
    await claimForKeys(tx, actor, proven);
    return write(tx);
  });
  forgetApiKeys(actor.userId);
  return result;
}

/** A new key is never made without a word to its owner. */
async function told(
  tx: Tx,
  { userId }: UserActor,
  made: { readonly id: number; readonly key: string; readonly kind: KeyKind },
): Promise<{ id: number; key: string }> {
  const { id, key, kind } = made;
  await mailOwner(tx, userId, { name: "keyMade", what: maskedApiKey(keyPrefix(kind, key)) }, String(id));
  return { id, key };
}

/** A key as its owner may see it again. */
export function toKeyView({ prefix, createdAt, expiresAt, lastUsedAt, ...row }: ApiKeyRow): ApiKeyView {
  return {
    ...row,
    masked: maskedApiKey(prefix),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

function wishOf(body: Omit<KeyInput, "expiresAt"> & { readonly expiresAt: string | null }): KeyInput {
  return { ...body, expiresAt: body.expiresAt === null ? null : new Date(body.expiresAt) };
}

const NO_CALLS: KeyCalls = { lastDay: 0, last30Days: 0 };

export const apiKeyRoutes = [
  route(listKeysEndpoint, async ({ db, actor }) => {
    const [keys, calls, named] = await Promise.all([
      listApiKeys(db, actor.userId),
      listKeyCalls(db, actor.userId),
      listNamedCalls(db, actor.userId),
    ]);
    return keys.map((row) => ({
      ...toKeyView(row),
      calls: calls.get(row.id) ?? NO_CALLS,
      callsByName: [...(named.get(row.id) ?? [])],
    }));
  }),
  route(createKeyEndpoint, async ({ db, actor, body: { kind, password, ...input } }) => {
    const isForMoney = movesMoney({ kind, scopes: input.scopes });
    const proven = isForMoney ? await proveForMoney(db, actor, password) : null;
    return change({ db, actor, proven }, async (tx) =>
      told(tx, actor, await createKey(tx, actor.userId, kind, wishOf(input))),
    );
  }),
  route(changeKeyEndpoint, async ({ db, actor, params, body: { password, ...body } }) => {
    const proven = await proveForWidened(db, actor, params.keyId, { scopes: body.scopes, password });
    await change({ db, actor, proven }, (tx) => changeKey(tx, actor.userId, params.keyId, wishOf(body)));
    return { status: "changed" as const };
  }),
  route(rotateKeyEndpoint, async ({ db, actor, params, body }) => {
    const proven = await proveForReplaced(db, actor, params.keyId, body.password);
    return change({ db, actor, proven }, async (tx) =>
      told(tx, actor, await rotateKey(tx, actor.userId, params.keyId, body.overlapHours)),
    );
  }),
  route(endKeyEndpoint, async ({ db, actor, params }) => {
    await change({ db, actor }, (tx) => endKey(tx, actor.userId, params.keyId));
    return { status: "ended" as const };
  }),
];
