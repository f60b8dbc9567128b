import sql from "sql-template-tag";
import { claimAccount, holdAccount } from "#features/identity/account-lock.writes.ts";
import {
  enterAccount,
  type LoginCaller,
  type OpenedSession,
} from "#features/identity/entering/entering.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { getCredentials } from "#features/identity/identity.reads.ts";
import { cleanName } from "#features/identity/identity.rules.ts";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import type { NewPasskey, PasskeyView, ShownPasskey } from "#features/identity/passkeys/passkeys.contract.ts";
import {
  challengeOf,
  judgeNewPasskey,
  judgeShownPasskey,
  optionsToAdd,
  optionsToShow,
} from "#features/identity/passkeys/passkeys.gateway.ts";
import { findPasskey, listKnownPasskeys, toPasskeyView } from "#features/identity/passkeys/passkeys.reads.ts";
import {
  PASSKEY_CHALLENGE_MINUTES,
  PASSKEYS_MAX,
  type PasskeyPurpose,
} from "#features/identity/passkeys/passkeys.rules.ts";
import { proveOwnPassword } from "#features/identity/passwords/passwords.writes.ts";
import { cancelRecovery } from "#features/identity/running-recovery/cancelling.writes.ts";
import { findChallenge } from "#features/identity/second-factor/second-factor.reads.ts";
import { spendChallenge } from "#features/identity/second-factor/second-factor.writes.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { newToken, recordSecondFactor } from "#features/identity/sessions/sessions.writes.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { networkOf } from "#lib/net/network-of.ts";

/** Whose passkey may answer, and the session or unfinished login that asks, by its token; null: that is what the answer tells. */
type Bound = { readonly userId: UserId; readonly token: string } | null;

async function makeChallenge(db: Queryable, purpose: PasskeyPurpose, bound: Bound): Promise<string> {
  const challenge = newToken();
  await execute(
    db,
    sql`insert into identity_passkey_challenges (challenge_hash, purpose, user_id, bound_to, expires_at)
        values (${tokenHash(challenge)}, ${purpose}, ${bound?.userId ?? null}, ${bound && tokenHash(bound.token)},
          app_now() + make_interval(mins => ${PASSKEY_CHALLENGE_MINUTES}))`,
  );
  return challenge;
}

type TakenChallenge = {
  readonly challenge: string;
  /** Of the person who asked, at this moment; null for a challenge that names nobody. */
  readonly passwordHash: string | null;
};

/**
 * Takes the challenge that an answer was made for, at once and for good, before anything is judged: no answer counts twice,
 * right or wrong. Throws PASSKEY_EXPIRED when it was used, is over, or was made for something else.
 */
async function takeChallenge(
  db: Db,
  clientDataJson: string,
  purpose: PasskeyPurpose,
  bound: Bound,
): Promise<TakenChallenge> {
  const challenge = challengeOf(clientDataJson);
  const taken =
    challenge !== null &&
    (await maybeOne<{ passwordHash: string | null }>(
      db,
      sql`delete from identity_passkey_challenges c
          where challenge_hash = ${tokenHash(challenge)} and purpose = ${purpose} and expires_at > app_now()
            and user_id is not distinct from ${bound?.userId ?? null}::bigint
            and bound_to is not distinct from ${bound && tokenHash(bound.token)}::bytea
          returning (select u.password_hash from identity_users u where u.id = c.user_id) as "passwordHash"`,
    ));
  if (!taken) throw new AppError(identityErrors.PASSKEY_EXPIRED);
  return { challenge, passwordHash: taken.passwordHash };
}

/** What the browser needs to make a passkey. Throws PASSWORD_WRONG, PASSKEY_LIMIT_REACHED. */
export async function beginPasskey(db: Db, userId: UserId, token: string, password: string) {
  const user = await getCredentials(db, userId);
  await proveOwnPassword(db, user, password);
  const known = await listKnownPasskeys(db, userId);
  if (known.length >= PASSKEYS_MAX) throw limitReached();
  const { handle } = await one<{ handle: Buffer }>(
    db,
    sql`select uuid_send(external_id) as handle from identity_users where id = ${userId}`,
  );
  const challenge = await makeChallenge(db, "add", { userId, token });
  return optionsToAdd(challenge, { email: user.email, name: user.name, handle }, known);
}

/** Adds a passkey that was asked for by `beginPasskey` in the same session. Throws PASSKEY_REFUSED, PASSKEY_EXPIRED, PASSKEY_LIMIT_REACHED. */
export async function addPasskey(
  db: Db,
  userId: UserId,
  token: string,
  input: { name: string; passkey: NewPasskey },
): Promise<PasskeyView> {
  const { response } = input.passkey;
  const taken = await takeChallenge(db, response.clientDataJSON, "add", { userId, token });
  const made = await judgeNewPasskey(input.passkey, taken.challenge);
  if (!made) throw new AppError(identityErrors.PASSKEY_REFUSED);
  const { credential } = made;
  return withTransaction(db, async (tx) => {
    // One at a time, so that the limit holds; and none that was asked for with a password that has been changed since.
    const isClaimed = await claimAccount(tx, userId, taken.passwordHash ?? undefined);
    if (!isClaimed) throw new AppError(identityErrors.PASSKEY_EXPIRED);
    const row = await maybeOne<Parameters<typeof toPasskeyView>[0]>(
      tx,
      sql`insert into identity_passkeys (user_id, credential_id, public_key, counter, transports, name, is_backed_up)
          select ${userId}, ${Buffer.from(credential.id, "base64url")}, ${Buffer.from(credential.publicKey)}, ${credential.counter},
            ${response.transports ?? []}::text[], ${cleanName(input.name, "")}, ${made.credentialBackedUp}
          where (select count(*) from identity_passkeys where user_id = ${userId}) < ${PASSKEYS_MAX}
          on conflict (credential_id) do nothing
          returning id, name, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`,
    );
    if (!row) {
      const isThere = await findPasskey(tx, Buffer.from(credential.id, "base64url"));
      throw isThere ? new AppError(identityErrors.PASSKEY_REFUSED) : limitReached();
    }
    await mailOwner(tx, userId, { name: "passkeyAdded", what: row.name }, String(row.id));
    return toPasskeyView(row);
  });
}

function limitReached(): AppError {
  return new AppError(identityErrors.PASSKEY_LIMIT_REACHED, { details: { max: PASSKEYS_MAX } });
}

/** Gives one of the own passkeys another name. Throws PASSKEY_NOT_FOUND. */
export async function renamePasskey(
  db: Queryable,
  userId: UserId,
  passkeyId: number,
  name: string,
): Promise<PasskeyView> {
  const row = await maybeOne<Parameters<typeof toPasskeyView>[0]>(
    db,
    sql`update identity_passkeys set name = ${cleanName(name, "")} where id = ${passkeyId} and user_id = ${userId}
        returning id, name, is_backed_up as "isBackedUp", created_at as "createdAt", last_used_at as "lastUsedAt"`,
  );
  if (!row) throw new AppError(identityErrors.PASSKEY_NOT_FOUND);
  return toPasskeyView(row);
}

/** Removes one of the own passkeys. Throws PASSWORD_WRONG, PASSKEY_NOT_FOUND. */
export async function removePasskey(
  db: Db,
  userId: UserId,
  passkeyId: number,
  password: string,
): Promise<void> {
  await proveOwnPassword(db, await getCredentials(db, userId), password);
  await withTransaction(db, async (tx) => {
    await holdAccount(tx, userId);
    const removed = await maybeOne<{ name: string }>(
      tx,
      sql`delete from identity_passkeys where id = ${passkeyId} and user_id = ${userId} returning name`,
    );
    if (!removed) throw new AppError(identityErrors.PASSKEY_NOT_FOUND);
    await forgetShownFactor(tx, userId);
    await mailOwner(tx, userId, { name: "passkeyRemoved", what: removed.name }, String(passkeyId));
  });
}

/** Where nothing is left that could have been shown, no session has shown it. */
export async function forgetShownFactor(tx: Tx, userId: UserId): Promise<void> {
  await execute(
    tx,
    sql`update identity_sessions set second_factor_at = null
        where user_id = ${userId} and second_factor_at is not null
          and not exists (select from identity_passkeys p where p.user_id = ${userId})
          and not exists (select from identity_second_factors f where f.user_id = ${userId} and f.enabled_at is not null)`,
  );
}

/** What a browser needs to sign in with whichever passkey it has for this site. Throws TOO_MANY_ATTEMPTS. */
export async function passkeyLoginOptions(db: Db, ip: string) {
  await takeAttempts(db, [{ name: "passkey-network", subject: networkOf(ip) }]);
  return optionsToShow(await makeChallenge(db, "enter", null), []);
}

/** Signs in with a passkey, which counts as the second factor too. Throws PASSKEY_REFUSED, PASSKEY_EXPIRED, ACCOUNT_SUSPENDED. */
export async function passkeyLogin(db: Db, shown: ShownPasskey, caller: LoginCaller): Promise<OpenedSession> {
  const { userId, use } = await judge(db, shown, "enter", null);
  return withTransaction(db, async (tx) => {
    await use(tx);
    return enterAccount(tx, userId, caller, "Passkey");
  });
}

/** What a browser needs to show a passkey in place of the code of a login. Throws CHALLENGE_EXPIRED, PASSKEY_NOT_FOUND. */
export async function secondFactorOptions(db: Db, loginChallenge: string) {
  const waiting = await findChallenge(db, tokenHash(loginChallenge));
  if (!waiting) throw new AppError(identityErrors.CHALLENGE_EXPIRED);
  return ownOptions(db, "second-factor", { userId: waiting.userId, token: loginChallenge });
}

/** Finishes a login with a passkey in place of the code. Throws CHALLENGE_EXPIRED, PASSKEY_REFUSED, PASSKEY_EXPIRED, ACCOUNT_SUSPENDED. */
export async function finishLoginByPasskey(
  db: Db,
  answer: { challenge: string; passkey: ShownPasskey },
  caller: LoginCaller,
): Promise<OpenedSession> {
  const waiting = await findChallenge(db, tokenHash(answer.challenge));
  if (!waiting) throw new AppError(identityErrors.CHALLENGE_EXPIRED);
  const bound = { userId: waiting.userId, token: answer.challenge };
  const { userId, use } = await judge(db, answer.passkey, "second-factor", bound);
  return withTransaction(db, async (tx) => {
    await use(tx);
    await spendChallenge(tx, answer.challenge);
    return enterAccount(tx, userId, caller, "Passkey");
  });
}

/** What a browser needs to show a passkey again. Throws PASSKEY_NOT_FOUND. */
export function stepUpOptions(db: Db, userId: UserId, token: string) {
  return ownOptions(db, "step-up", { userId, token });
}

/** A signed-in person shows a passkey again. Throws PASSKEY_REFUSED, PASSKEY_EXPIRED. */
export async function stepUpByPasskey(
  db: Db,
  userId: UserId,
  token: string,
  shown: ShownPasskey,
): Promise<void> {
  const { use } = await judge(db, shown, "step-up", { userId, token });
  await withTransaction(db, async (tx) => {
    await use(tx);
    await recordSecondFactor(tx, token);
    await cancelRecovery(tx, userId);
  });
}

async function ownOptions(db: Db, purpose: "second-factor" | "step-up", bound: NonNullable<Bound>) {
  const known = await listKnownPasskeys(db, bound.userId);
  if (known.length === 0) throw new AppError(identityErrors.PASSKEY_NOT_FOUND);
  return optionsToShow(await makeChallenge(db, purpose, bound), known);
}

type Judged = {
  readonly userId: UserId;
  /**
   * Holds the account and counts the use; refuses where the passkey has counted further meanwhile, is gone, or its owner is
   * suspended. First in its transaction.
   */
  readonly use: (tx: Tx) => Promise<void>;
};

/** Judges what a passkey has shown. With `bound` it must be that person's own. Throws PASSKEY_EXPIRED, PASSKEY_REFUSED. */
async function judge(
  db: Db,
  shown: ShownPasskey,
  purpose: Exclude<PasskeyPurpose, "add">,
  bound: Bound,
): Promise<Judged> {
  const { challenge } = await takeChallenge(db, shown.response.clientDataJSON, purpose, bound);
  const known = await findPasskey(db, Buffer.from(shown.id, "base64url"));
  const { userHandle } = shown.response;
  const isOwners =
    known !== null &&
    (bound === null || known.userId === bound.userId) &&
    (bound !== null || typeof userHandle === "string") &&
    (!userHandle || Buffer.from(userHandle, "base64url").equals(known.ownerHandle));
  const judged = isOwners ? await judgeShownPasskey(shown, challenge, known) : null;
  if (!known || !judged) throw new AppError(identityErrors.PASSKEY_REFUSED);
  const { newCounter, credentialBackedUp } = judged;
  return {
    userId: known.userId,
    use: async (tx) => {
      await holdAccount(tx, known.userId);
      const used = await maybeOne<{ isSuspended: boolean }>(
        tx,
        sql`update identity_passkeys p set counter = ${newCounter}, is_backed_up = ${credentialBackedUp}, last_used_at = app_now()
            from identity_users u
            where p.id = ${known.id} and u.id = p.user_id and (p.counter < ${newCounter} or (p.counter = 0 and ${newCounter} = 0))
            returning u.suspended_at is not null as "isSuspended"`,
      );
      if (!used) throw new AppError(identityErrors.PASSKEY_REFUSED);
      if (used.isSuspended) throw new AppError(identityErrors.ACCOUNT_SUSPENDED);
    },
  };
}
