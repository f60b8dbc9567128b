import { randomInt, timingSafeEqual } from "node:crypto";
import sql from "sql-template-tag";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { getCredentials } from "#features/identity/identity.reads.ts";
import { mailPerson } from "#features/identity/mail/mail.writes.ts";
import {
  groupedMailCode,
  MAIL_CODE_DIGITS,
  MAIL_CODE_TRIES,
  parseMailCode,
} from "#features/identity/mail-code.rules.ts";
import { readRecoveryOffer } from "#features/identity/running-recovery/running-recovery.reads.ts";
import { findChallenge } from "#features/identity/second-factor/second-factor.reads.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { keyedHash } from "#lib/keyed-hash.ts";

/** Whose login may recover. Throws CHALLENGE_EXPIRED, ACCOUNT_SUSPENDED, RECOVERY_NOT_OFFERED. */
async function requireOffered(db: Db, challenge: string): Promise<UserId> {
  const waiting = await findChallenge(db, tokenHash(challenge));
  if (!waiting) throw new AppError(identityErrors.CHALLENGE_EXPIRED);
  if (waiting.isSuspended) throw new AppError(identityErrors.ACCOUNT_SUSPENDED);
  const offer = await readRecoveryOffer(db, waiting.userId, waiting.byPassword);
  if (!offer) throw new AppError(identityErrors.RECOVERY_NOT_OFFERED);
  return waiting.userId;
}

/**
 * Mails the code of a login that wants to recover; an earlier one of it ends. Throws CHALLENGE_EXPIRED, ACCOUNT_SUSPENDED,
 * RECOVERY_NOT_OFFERED, TOO_MANY_ATTEMPTS.
 */
export async function mailRecoveryCode(db: Db, challenge: string): Promise<void> {
  const userId = await requireOffered(db, challenge);
  await takeAttempts(db, [{ name: "mail-recovery-code", subject: String(userId) }]);
  const owner = await getCredentials(db, userId);
  const code = String(randomInt(10 ** MAIL_CODE_DIGITS)).padStart(MAIL_CODE_DIGITS, "0");
  const hash = codeHash(challenge, code);
  await withTransaction(db, async (tx) => {
    const kept = await execute(
      tx,
      sql`update identity_login_challenges set recovery_code_hash = ${hash}, recovery_tries = 0
          where token_hash = ${tokenHash(challenge)} and expires_at > app_now()`,
    );
    if (kept === 0) throw new AppError(identityErrors.CHALLENGE_EXPIRED);
    const mail = { name: "recoveryCode", personName: owner.name, what: groupedMailCode(code) } as const;
    await mailPerson(tx, owner, mail, `recovery-code:${userId}:${hash.toString("hex")}`);
  });
}

/**
 * Compares a code with the one that was mailed last for this login. The try is counted before, at once and for good, so that parallel
 * guesses cannot slip through. Throws what `requireOffered` throws, MAIL_CODE_WRONG, MAIL_CODE_EXPIRED.
 */
export async function proveRecoveryCode(
  db: Db,
  { challenge, code }: { challenge: string; code: string },
): Promise<UserId> {
  const userId = await requireOffered(db, challenge);
  const tried = await maybeOne<{ codeHash: Buffer; triesLeft: number }>(
    db,
    sql`update identity_login_challenges set recovery_tries = recovery_tries + 1
        where token_hash = ${tokenHash(challenge)} and expires_at > app_now() and recovery_code_hash is not null
          and recovery_tries < ${MAIL_CODE_TRIES}
        returning recovery_code_hash as "codeHash", ${MAIL_CODE_TRIES}::integer - recovery_tries as "triesLeft"`,
  );
  if (!tried) {
    // The same login may have been spent at this very moment: then that is what is said.
    await requireOffered(db, challenge);
    throw new AppError(identityErrors.MAIL_CODE_EXPIRED);
  }
  const given = codeHash(challenge, parseMailCode(code) ?? "");
  if (!timingSafeEqual(given, tried.codeHash)) {
    throw new AppError(identityErrors.MAIL_CODE_WRONG, { details: { triesLeft: tried.triesLeft } });
  }
  return userId;
}

/** What is stored of a code: eight digits would be guessed from a plain hash. */
function codeHash(challenge: string, code: string): Buffer {
  return keyedHash("recovery-code", `${challenge}:${code}`);
}
