import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { holdAccount } from "#features/identity/account-lock.writes.ts";
import {
  enterAccount,
  type LoginCaller,
  type OpenedSession,
} from "#features/identity/entering/entering.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { getCredentials } from "#features/identity/identity.reads.ts";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import { proveOwnPassword } from "#features/identity/passwords/passwords.writes.ts";
import { cancelRecovery } from "#features/identity/running-recovery/cancelling.writes.ts";
import { newSeed, setupPicture, stepOfCode } from "#features/identity/second-factor/second-factor.gateway.ts";
import {
  backupCodeHash,
  findChallenge,
  hasSecondFactor,
  lockSecondsLeft,
} from "#features/identity/second-factor/second-factor.reads.ts";
import {
  BACKUP_CODES,
  backupCodeOf,
  CHALLENGE_MINUTES,
  type FactorSetup,
  groupedBackupCode,
  LOCK_MINUTES,
  type ParsedCode,
  parseCode,
  SETUP_MINUTES,
  WRONG_TRIES_MAX,
} from "#features/identity/second-factor/second-factor.rules.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import {
  endOtherSessions,
  newToken,
  recordSecondFactor,
  renewSession,
} from "#features/identity/sessions/sessions.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { seal, unseal } from "#lib/sealed-text.ts";

/** The first step of a login was right, `byPassword` or by another way: it waits for its code. Answers the token that finishes it. */
export async function openChallenge(
  tx: Queryable,
  userId: UserId,
  byPassword: boolean,
): Promise<{ challenge: string; expiresAt: Date }> {
  const challenge = newToken();
  const { expiresAt } = await one<{ expiresAt: Date }>(
    tx,
    sql`insert into identity_login_challenges (token_hash, user_id, by_password, expires_at)
        values (${tokenHash(challenge)}, ${userId}, ${byPassword}, app_now() + make_interval(mins => ${CHALLENGE_MINUTES}))
        returning expires_at as "expiresAt"`,
  );
  return { challenge, expiresAt };
}

export type ChallengeAnswer = { challenge: string; code: string };
/**
 * Finishes a login with its code; the browser's earlier session ends. The challenge and the code are spent together with
 * the session they open. Throws CHALLENGE_EXPIRED, ACCOUNT_SUSPENDED, SECOND_FACTOR_WRONG, SECOND_FACTOR_LOCKED.
 */
export async function finishLogin(
  db: Db,
  answer: ChallengeAnswer,
  caller: LoginCaller,
): Promise<OpenedSession> {
  const waiting = await findChallenge(db, tokenHash(answer.challenge));
  if (!waiting) throw new AppError(identityErrors.CHALLENGE_EXPIRED);
  if (waiting.isSuspended) throw new AppError(identityErrors.ACCOUNT_SUSPENDED);
  const { userId } = waiting;
  await takeTry(db, userId);
  return withTransaction(db, async (tx) => {
    await holdAccount(tx, userId);
    await spendChallenge(tx, answer.challenge);
    await spendCode(tx, userId, answer.code);
    return enterAccount(tx, userId, caller, "SecondFactor");
  });
}

/** Ends an unfinished login, together with what finishes it. Throws CHALLENGE_EXPIRED. */
export async function spendChallenge(tx: Tx, challenge: string): Promise<void> {
  const spent = await execute(
    tx,
    sql`delete from identity_login_challenges where token_hash = ${tokenHash(challenge)} and expires_at > app_now()`,
  );
  if (spent === 0) throw new AppError(identityErrors.CHALLENGE_EXPIRED);
}

/** A signed-in person shows the second factor again. Throws SECOND_FACTOR_OFF, _WRONG, _LOCKED. */
export async function stepUp(db: Db, userId: UserId, token: string, code: string): Promise<void> {
  await requireEnabled(db, userId);
  await takeTry(db, userId);
  await withTransaction(db, async (tx) => {
    await holdAccount(tx, userId);
    await spendCode(tx, userId, code);
    await recordSecondFactor(tx, token);
    await cancelRecovery(tx, userId);
  });
}

/** Makes a seed to be put into an application; an earlier one that was never used ends. Throws PASSWORD_WRONG, SECOND_FACTOR_ON. */
export async function setUpSecondFactor(db: Db, userId: UserId, password: string): Promise<FactorSetup> {
  const user = await getCredentials(db, userId);
  await proveOwnPassword(db, user, password);
  const seed = newSeed();
  const made = await execute(
    db,
    sql`insert into identity_second_factors as f (user_id, sealed_seed) values (${userId}, ${seal(seed)})
        on conflict (user_id) do update set sealed_seed = excluded.sealed_seed, created_at = app_now(), last_step = 0,
          wrong_tries = 0, locked_until = null
        where f.enabled_at is null`,
  );
  if (made === 0) throw new AppError(identityErrors.SECOND_FACTOR_ON);
  return { seed, ...setupPicture(seed, { issuer: env.BRAND_NAME, label: user.email }) };
}

export type Renewed = { backupCodes: string[]; token: string };

/**
 * Turns the second factor on with the first code of its seed: backup codes are made, all other sessions end, this one
 * gets a new token. Throws SECOND_FACTOR_ON, SECOND_FACTOR_OFF (no seed, or shown too long ago), SECOND_FACTOR_WRONG.
 */
export async function enableSecondFactor(
  db: Db,
  userId: UserId,
  token: string,
  code: string,
): Promise<Renewed> {
  if (await hasSecondFactor(db, userId)) throw new AppError(identityErrors.SECOND_FACTOR_ON);
  await takeTry(db, userId);
  return withTransaction(db, async (tx) => {
    await holdAccount(tx, userId);
    const factor = await lockFactor(tx, userId);
    if (factor?.isEnabled) throw new AppError(identityErrors.SECOND_FACTOR_ON);
    if (!factor?.isFresh) throw new AppError(identityErrors.SECOND_FACTOR_OFF);
    const parsed = parseCode(code);
    const step =
      parsed?.kind === "code" ? stepOfCode(unseal(factor.sealedSeed), parsed.code, factor.nowMs) : null;
    if (step === null) throw new AppError(identityErrors.SECOND_FACTOR_WRONG);
    await execute(
      tx,
      sql`update identity_second_factors set enabled_at = app_now(), last_step = ${step}, wrong_tries = 0, locked_until = null
          where user_id = ${userId}`,
    );
    const backupCodes = await makeBackupCodes(tx, userId);
    const renewed = await changeStanding(tx, userId, token, true);
    await mailOwner(tx, userId, { name: "secondFactorOn" }, tokenHash(renewed).toString("hex"));
    return { backupCodes, token: renewed };
  });
}

/** Turns it off: password and code are asked for. All other sessions end. Answers this session's new token. */
export async function disableSecondFactor(
  db: Db,
  userId: UserId,
  token: string,
  proof: { password: string; code: string },
): Promise<string> {
  await requireEnabled(db, userId);
  await proveOwnPassword(db, await getCredentials(db, userId), proof.password);
  await takeTry(db, userId);
  return withTransaction(db, async (tx) => {
    await holdAccount(tx, userId);
    await spendCode(tx, userId, proof.code);
    await execute(tx, sql`delete from identity_second_factors where user_id = ${userId}`);
    await execute(tx, sql`delete from identity_login_challenges where user_id = ${userId}`);
    await cancelRecovery(tx, userId);
    const renewed = await changeStanding(tx, userId, token, false);
    await mailOwner(tx, userId, { name: "secondFactorOff" }, tokenHash(renewed).toString("hex"));
    return renewed;
  });
}

/** Ten new backup codes instead of what was left of the old ones. */
export async function renewBackupCodes(
  db: Db,
  userId: UserId,
  proof: { password: string; code: string },
): Promise<string[]> {
  await requireEnabled(db, userId);
  await proveOwnPassword(db, await getCredentials(db, userId), proof.password);
  await takeTry(db, userId);
  return withTransaction(db, async (tx) => {
    await holdAccount(tx, userId);
    await spendCode(tx, userId, proof.code);
    await execute(tx, sql`delete from identity_backup_codes where user_id = ${userId}`);
    await recordSecurityEvent(tx, userId, { kind: "backupCodesRenewed" });
    return makeBackupCodes(tx, userId);
  });
}

async function requireEnabled(db: Queryable, userId: UserId): Promise<void> {
  if (!(await hasSecondFactor(db, userId))) throw new AppError(identityErrors.SECOND_FACTOR_OFF);
}

/**
 * Takes a try before the code is compared, at once and for good, so that parallel guesses cannot slip through. The last
 * one closes the second factor; a right code opens it again. Throws SECOND_FACTOR_LOCKED.
 */
async function takeTry(db: Db, userId: UserId): Promise<void> {
  const taken = await maybeOne(
    db,
    sql`update identity_second_factors set
          wrong_tries = case when locked_until is null then wrong_tries + 1 else 1 end,
          locked_until = case when locked_until is null and wrong_tries + 1 >= ${WRONG_TRIES_MAX}
            then app_now() + make_interval(mins => ${LOCK_MINUTES}) end
        where user_id = ${userId} and (locked_until is null or locked_until <= app_now())
        returning wrong_tries`,
  );
  if (taken) return;
  const seconds = await lockSecondsLeft(db, userId);
  if (seconds === 0) throw new AppError(identityErrors.SECOND_FACTOR_OFF);
  throw new AppError(identityErrors.SECOND_FACTOR_LOCKED, {
    details: { seconds, minutes: Math.ceil(seconds / 60) },
    headers: { "retry-after": String(seconds) },
  });
}

type LockedFactor = { sealedSeed: string; isEnabled: boolean; isFresh: boolean; nowMs: number };

function lockFactor(tx: Tx, userId: UserId): Promise<LockedFactor | null> {
  return maybeOne<LockedFactor>(
    tx,
    sql`select sealed_seed as "sealedSeed", enabled_at is not null as "isEnabled",
          created_at > app_now() - make_interval(mins => ${SETUP_MINUTES}) as "isFresh",
          floor(extract(epoch from app_now()) * 1000)::bigint as "nowMs"
        from identity_second_factors where user_id = ${userId} for update`,
  );
}

/** Takes a code or a backup code, each once for ever. Throws SECOND_FACTOR_WRONG; then nothing of `tx` may stay. */
async function spendCode(tx: Tx, userId: UserId, text: string): Promise<void> {
  const factor = await lockFactor(tx, userId);
  const parsed = parseCode(text);
  const isRight = factor?.isEnabled && parsed && (await isSpent(tx, userId, factor, parsed));
  if (!isRight) throw new AppError(identityErrors.SECOND_FACTOR_WRONG);
  await execute(
    tx,
    sql`update identity_second_factors set wrong_tries = 0, locked_until = null where user_id = ${userId}`,
  );
}

async function isSpent(
  tx: Tx,
  userId: UserId,
  factor: LockedFactor,
  { kind, code }: ParsedCode,
): Promise<boolean> {
  if (kind === "code") {
    const step = stepOfCode(unseal(factor.sealedSeed), code, factor.nowMs);
    if (step === null) return false;
    return (
      (await execute(
        tx,
        sql`update identity_second_factors set last_step = ${step} where user_id = ${userId} and last_step < ${step}`,
      )) > 0
    );
  }
  const used = await execute(
    tx,
    sql`update identity_backup_codes set used_at = app_now()
        where user_id = ${userId} and code_hash = ${backupCodeHash(userId, code)} and used_at is null`,
  );
  if (used > 0)
    await mailOwner(tx, userId, { name: "backupCodeUsed" }, backupCodeHash(userId, code).toString("hex"));
  return used > 0;
}

async function makeBackupCodes(tx: Tx, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: BACKUP_CODES }, () => backupCodeOf(randomBytes(16)));
  const hashes = codes.map((code) => backupCodeHash(userId, code));
  await execute(
    tx,
    sql`insert into identity_backup_codes (user_id, code_hash) select ${userId}, h from unnest(${hashes}::bytea[]) h`,
  );
  return codes.map(groupedBackupCode);
}

/** All other sessions end and this one goes on under a new token. Throws UNAUTHORIZED when it has ended meanwhile. */
async function changeStanding(tx: Tx, userId: UserId, token: string, isOn: boolean): Promise<string> {
  const renewed = await renewSession(tx, token, isOn);
  if (renewed === null) throw new AppError(apiErrors.UNAUTHORIZED);
  await endOtherSessions(tx, userId, renewed);
  return renewed;
}

/** Puts a known seed into an account: for the demo accounts of the default start. */
export async function seedSecondFactor(tx: Tx, userId: UserId, seed: string): Promise<void> {
  const known = await maybeOne<{ sealedSeed: string }>(
    tx,
    sql`select sealed_seed as "sealedSeed" from identity_second_factors where user_id = ${userId}`,
  );
  if (known && unseal(known.sealedSeed) === seed) return;
  await execute(tx, sql`delete from identity_second_factors where user_id = ${userId}`);
  await execute(
    tx,
    sql`insert into identity_second_factors (user_id, sealed_seed, enabled_at) values (${userId}, ${seal(seed)}, app_now())`,
  );
}
