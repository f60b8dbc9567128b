import sql from "sql-template-tag";
import { claimAccount, holdAccount } from "#features/identity/account-lock.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import {
  enterAccount,
  type LoginCaller,
  type OpenedSession,
} from "#features/identity/entering/entering.writes.ts";
import { proveRecoveryCode } from "#features/identity/factor-recovery/recovery-code.writes.ts";
import {
  isNoticeUnsent,
  type RecoveryNotice,
  sendRecoveryNotice,
} from "#features/identity/factor-recovery/recovery-notices.writes.ts";
import { removeLostFactor } from "#features/identity/factor-recovery/removing.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { wrongLink } from "#features/identity/registration/registration.writes.ts";
import { cancelRecovery } from "#features/identity/running-recovery/cancelling.writes.ts";
import { findRecoveryEnd, isOpen } from "#features/identity/running-recovery/running-recovery.reads.ts";
import {
  LAST_NOTICE_HOURS,
  MONEY_REST_DAYS,
  RECOVERY_DAYS,
  REMINDER_DAYS,
} from "#features/identity/running-recovery/running-recovery.rules.ts";
import { spendChallenge } from "#features/identity/second-factor/second-factor.writes.ts";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { tokenHash } from "#features/identity/sessions/sessions.reads.ts";
import { newToken } from "#features/identity/sessions/sessions.writes.ts";
import { takeAttempts } from "#features/identity/throttle/throttle.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { seal } from "#lib/sealed-text.ts";

/** What a call comes to: the end of the recovery that waits, or, after that end, a session. */
export type Recovered =
  | { readonly kind: "waiting"; readonly endsAt: Date }
  | ({ readonly kind: "signed-in"; readonly userId: UserId } & OpenedSession);

/**
 * Who has shown the password and a mailed code, but not the second factor: begins a recovery, learns when the one that waits ends (asking
 * again neither shortens nor restarts it), or takes up one whose end has come. The challenge and the code are spent with it.
 * Throws CHALLENGE_EXPIRED, RECOVERY_NOT_OFFERED, ACCOUNT_SUSPENDED, MAIL_CODE_WRONG, MAIL_CODE_EXPIRED, TOO_MANY_ATTEMPTS.
 */
export async function recoverFactor(
  db: Db,
  answer: { challenge: string; code: string },
  caller: LoginCaller,
): Promise<Recovered> {
  const userId = await proveRecoveryCode(db, answer);
  return withTransaction(db, async (tx) => {
    await claimAccount(tx, userId);
    await spendChallenge(tx, answer.challenge);
    const due = await takeUp(tx, userId);
    if (due !== null) {
      await removeLostFactor(tx, userId, due);
      await recordAction(tx, {
        actorId: userId,
        action: "second-factor.recover",
        subject: `user:${userId}`,
        details: { recoveryId: due },
        ip: caller.ip,
      });
      return { kind: "signed-in", userId, ...(await enterAccount(tx, userId, caller, "Password")) };
    }
    const endsAt = (await findRecoveryEnd(tx, userId)) ?? (await beginRecovery(tx, userId, caller));
    return { kind: "waiting", endsAt };
  });
}

/**
 * Closes the recovery whose end has come and whose owner was told each time; answers its id, or null where none is due. Where a mail of it
 * has not left yet, its end is put off as after a notice.
 */
async function takeUp(tx: Tx, userId: UserId): Promise<number | null> {
  const due = await maybeOne<{ id: number; told: number }>(
    tx,
    sql`select r.id, r.told from identity_factor_recoveries r
        where r.user_id = ${userId} and ${isOpen} and r.tell_next_at is null and r.ends_at <= app_now() for update`,
  );
  if (!due) return null;
  if (await isNoticeUnsent(tx, due)) {
    const putOff = sql`app_now() + make_interval(hours => ${LAST_NOTICE_HOURS})`;
    await execute(tx, sql`update identity_factor_recoveries set ends_at = ${putOff} where id = ${due.id}`);
    return null;
  }
  await execute(
    tx,
    sql`with moment as materialized (select app_now() as at)
        update identity_factor_recoveries r set state = 'done', decided_at = moment.at,
          money_rests_until = moment.at + make_interval(days => ${MONEY_REST_DAYS})
        from moment where r.id = ${due.id}`,
  );
  return due.id;
}

/** Begins a recovery and tells it at once. Throws TOO_MANY_ATTEMPTS. */
async function beginRecovery(tx: Tx, userId: UserId, { ip, userAgent }: LoginCaller): Promise<Date> {
  await takeAttempts(tx, [{ name: "factor-recovery", subject: String(userId) }]);
  // One that nobody took up in time is over, also before a sweep says so.
  await execute(
    tx,
    sql`update identity_factor_recoveries set state = 'lapsed', decided_at = app_now(), tell_next_at = null
        where user_id = ${userId} and state = 'waiting'`,
  );
  const token = newToken();
  const asked = await one<RecoveryNotice>(
    tx,
    sql`insert into identity_factor_recoveries (user_id, cancel_hash, sealed_cancel_token, ends_at, tell_next_at)
        values (${userId}, ${tokenHash(token)}, ${seal(token)}, app_now() + make_interval(days => ${RECOVERY_DAYS}),
          app_now() + make_interval(days => ${Math.min(...REMINDER_DAYS)}))
        returning id, user_id as "userId", ends_at as "endsAt", told, sealed_cancel_token as "sealedCancelToken"`,
  );
  await recordSecurityEvent(tx, userId, { kind: "recoveryAsked", ip, userAgent });
  await sendRecoveryNotice(tx, asked);
  return asked.endsAt;
}

/** The owner ends it in an open session. Throws RECOVERY_NOT_FOUND where none waits. */
export async function cancelOwnRecovery(db: Db, userId: UserId): Promise<void> {
  await withTransaction(db, async (tx) => {
    await holdAccount(tx, userId);
    if (!(await cancelRecovery(tx, userId))) throw new AppError(identityErrors.RECOVERY_NOT_FOUND);
  });
}

/** The same by the link of a mail. Throws LINK_INVALID where its recovery waits no more, TOO_MANY_ATTEMPTS. */
export async function cancelRecoveryByLink(db: Db, token: string, ip: string): Promise<void> {
  const hashed = tokenHash(token);
  const waiting = await maybeOne<{ userId: UserId }>(
    db,
    sql`select user_id as "userId" from identity_factor_recoveries where cancel_hash = ${hashed} and state = 'waiting'`,
  );
  if (!waiting) throw await wrongLink(db, ip);
  await withTransaction(db, async (tx) => {
    await holdAccount(tx, waiting.userId);
    if (!(await cancelRecovery(tx, waiting.userId))) throw new AppError(identityErrors.LINK_INVALID);
  });
}
