import sql from "sql-template-tag";
import { claimAccount } from "#features/identity/account-lock.writes.ts";
import { endArchive } from "#features/identity/archive/archive.writes.ts";
import { endWhatOpens } from "#features/identity/end-what-opens.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { openResetOf } from "#features/identity/password-reset/password-reset.writes.ts";
import { cancelRecovery } from "#features/identity/running-recovery/cancelling.writes.ts";
import { tryAttempt } from "#features/identity/throttle/throttle.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type Disowned = {
  readonly userId: UserId;
  /** The line that was not the owner's. */
  readonly eventId: number;
  readonly keepToken: string | null;
  readonly idempotencyKey: string;
};

/**
 * The owner says that something was not theirs: what else opens or spends is ended, whichever line it was, since nobody can tell what
 * a stranger has read. The session that says so stays, to set a new password; a link that sets one is mailed for who cannot prove the
 * old one. The same key does it once. Throws SECURITY_EVENT_NOT_FOUND, IDEMPOTENCY_MISMATCH.
 */
export async function disownEvent(db: Db, disowned: Disowned): Promise<{ replayed: boolean }> {
  return withTransaction(db, async (tx) => {
    const { userId, keepToken } = disowned;
    await claimAccount(tx, userId);
    if (!(await recordDisowned(tx, disowned))) return { replayed: true };
    await secureAccount(tx, userId, keepToken);
    return { replayed: false };
  });
}

/**
 * Ends what else opens the account, the archive and a recovery of the second factor that waits, and mails a link for a new password. The
 * account is claimed.
 */
export async function secureAccount(tx: Tx, userId: UserId, keepToken: string | null): Promise<void> {
  await endWhatOpens(tx, userId, keepToken);
  await endArchive(tx, userId);
  await cancelRecovery(tx, userId);
  const closed = await tryAttempt(tx, { name: "owner-told", subject: `notMe:${userId}` });
  if (closed === null) await openResetOf(tx, userId);
}

/** False: this key has noted it before. */
async function recordDisowned(tx: Tx, { userId, eventId, idempotencyKey }: Disowned): Promise<boolean> {
  const once = `not-me:${idempotencyKey}`;
  const earlier = await maybeOne<{ aboutId: number }>(
    tx,
    sql`select about_id as "aboutId" from identity_security_events where user_id = ${userId} and once = ${once}`,
  );
  if (earlier && earlier.aboutId !== eventId) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  if (earlier) return false;
  const noted = await execute(
    tx,
    sql`insert into identity_security_events (user_id, kind, about_id, once)
        select user_id, 'notMe', id, ${once} from identity_security_events where id = ${eventId} and user_id = ${userId}`,
  );
  if (noted === 0) throw new AppError(identityErrors.SECURITY_EVENT_NOT_FOUND);
  return true;
}
