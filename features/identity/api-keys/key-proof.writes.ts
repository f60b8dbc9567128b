import { listApiKeys } from "#features/identity/api-keys/api-keys.reads.ts";
import { movesMoney } from "#features/identity/api-keys/api-keys.rules.ts";
import { type Credentials, getCredentials } from "#features/identity/identity.reads.ts";
import { proveOwnPassword } from "#features/identity/passwords/passwords.writes.ts";
import type { KeyScope, UserActor } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
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
): Promise<void> {
  const key = await findOwnKey(db, actor, keyId);
  if (key && movesMoney(key)) await proveForMoney(db, actor, password);
}

/** The same where a key that could only read is allowed to spend. */
export async function proveForWidened(
  db: Db,
  actor: UserActor,
  keyId: number,
  wish: { readonly scopes: readonly KeyScope[]; readonly password?: string | undefined },
): Promise<void> {
  const key = await findOwnKey(db, actor, keyId);
  if (key && !movesMoney(key) && movesMoney({ kind: key.kind, scopes: wish.scopes }))
    await proveForMoney(db, actor, wish.password);
}

async function findOwnKey(db: Db, actor: UserActor, keyId: number) {
  return (await listApiKeys(db, actor.userId)).find(({ id }) => id === keyId);
}
