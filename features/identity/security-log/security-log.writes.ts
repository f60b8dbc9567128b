import sql from "sql-template-tag";
import { endAllKeys } from "#features/identity/api-keys/api-keys.writes.ts";
import { forgetDevices } from "#features/identity/devices/devices.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { accountDoubted, webhooksUnwanted } from "#features/identity/identity.topics.ts";
import { openResetOf } from "#features/identity/password-reset/password-reset.writes.ts";
import { endOtherSessions } from "#features/identity/sessions/sessions.writes.ts";
import { tryAttempt } from "#features/identity/throttle/throttle.writes.ts";
import { claimAccount } from "#features/identity/ways-in/account-lock.writes.ts";
import { endBegunWaysIn } from "#features/identity/ways-in/ways-in.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { publish } from "#lib/jobs/topics.ts";

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
    if (!(await noteDisowned(tx, disowned))) return { replayed: true };
    await secureAccount(tx, userId, keepToken);
    return { replayed: false };
  });
}

/**
 * Ends all sessions but `keepToken`'s, all API keys, webhooks, known browsers and what was begun to enter or add a way in; withdrawals
 * that wait are cancelled and a link for a new password is mailed. The account is claimed.
 */
async function secureAccount(tx: Tx, userId: UserId, keepToken: string | null): Promise<void> {
  await endAllKeys(tx, userId);
  await endOtherSessions(tx, userId, keepToken);
  await forgetDevices(tx, userId);
  await endBegunWaysIn(tx, userId);
  await publish(tx, webhooksUnwanted, { userId });
  await publish(tx, accountDoubted, { userId });
  const closed = await tryAttempt(tx, { name: "owner-told", subject: `notMe:${userId}` });
  if (closed === null) await openResetOf(tx, userId);
}

/** False: this key has noted it before. */
async function noteDisowned(tx: Tx, { userId, eventId, idempotencyKey }: Disowned): Promise<boolean> {
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
