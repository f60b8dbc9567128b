import sql from "sql-template-tag";
import { claimAccount } from "#features/identity/account-lock.writes.ts";
import { listApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { movesMoney } from "#features/identity/api-keys/api-keys.rules.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { type Credentials, getCredentials } from "#features/identity/identity.reads.ts";
import { proveOwnPassword } from "#features/identity/passwords/passwords.writes.ts";
import type { KeyScope, UserActor } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * Asks for what a passkey asks for, before somebody gets a key that can spend money: a fresh second factor where there is one,
 * and the password. Answers whose password was proven. Throws STEP_UP_NEEDED, PASSWORD_WRONG, TOO_MANY_ATTEMPTS.
 */
export async function proveForMoney(
  db: Db,
  actor: UserActor,
  password: string | undefined,
): Promise<Credentials> {
  if (actor.isFactorStale) throw new AppError(apiErrors.STEP_UP_NEEDED);
  const owner = await getCredentials(db, actor.userId);
  await proveOwnPassword(db, owner, password ?? "");
  return owner;
}

/** The same where an existing key is replaced by a new one with its rights. A key that is not there needs no proof to be refused. */
export async function proveForReplaced(
  db: Db,
  actor: UserActor,
  keyId: number,
  password: string | undefined,
): Promise<Credentials | null> {
  const key = await findOwnKey(db, actor, keyId);
  return key && movesMoney(key) ? proveForMoney(db, actor, password) : null;
}

/** The same where a key that could only read is allowed to spend. */
export async function proveForWidened(
  db: Db,
  actor: UserActor,
  keyId: number,
  wish: { readonly scopes: readonly KeyScope[]; readonly password?: string | undefined },
): Promise<Credentials | null> {
  const key = await findOwnKey(db, actor, keyId);
  const isWidened = key && !movesMoney(key) && movesMoney({ kind: key.kind, scopes: wish.scopes });
  return isWidened ? proveForMoney(db, actor, wish.password) : null;
}

/**
 * Begins the transaction that makes or changes a key: the account is claimed, so that none comes behind what ends them all. The session
 * that asks is still there, and the password that it has proven is still the account's. Throws UNAUTHORIZED, PASSWORD_WRONG.
 */
export async function claimForKeys(
  tx: Tx,
  { userId, sessionId }: UserActor,
  proven: Credentials | null,
): Promise<void> {
  const isClaimed = await claimAccount(tx, userId, proven?.passwordHash);
  if (!isClaimed) throw new AppError(identityErrors.PASSWORD_WRONG);
  const session = await maybeOne(
    tx,
    sql`select 1 from identity_sessions where id = ${sessionId ?? null}::bigint and user_id = ${userId}`,
  );
  if (!session) throw new AppError(apiErrors.UNAUTHORIZED);
}

async function findOwnKey(db: Db, actor: UserActor, keyId: number) {
  return (await listApiKeys(db, actor.userId)).find(({ id }) => id === keyId);
}
