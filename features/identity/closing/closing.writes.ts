import sql from "sql-template-tag";
import { claimAccount } from "#features/identity/account-lock.writes.ts";
import { endAllKeys } from "#features/identity/api-keys/api-keys.writes.ts";
import { endArchive } from "#features/identity/archive/archive.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { type Closing, findClosing, listHindrances } from "#features/identity/closing/closing.reads.ts";
import type { ClosingParts } from "#features/identity/closing/closing-part.reads.ts";
import { CLOSING_DAYS, dayOf, forbidding } from "#features/identity/closing.rules.ts";
import { forgetDevices } from "#features/identity/devices/devices.writes.ts";
import { identityErrors } from "#features/identity/identity.errors.ts";
import { getCredentials } from "#features/identity/identity.reads.ts";
import { webhooksUnwanted } from "#features/identity/identity.topics.ts";
import { mailOwner } from "#features/identity/mail/mail.writes.ts";
import { proveOwnPassword } from "#features/identity/passwords/passwords.writes.ts";
import { endOtherSessions } from "#features/identity/sessions/sessions.writes.ts";
import { endBegunWaysIn } from "#features/identity/ways-in/ways-in.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { maybeOne, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { publish } from "#lib/jobs/topics.ts";

type ClosingWish = {
  readonly userId: UserId;
  readonly password: string;
  /** What the owner was shown to be in the balances, and gives up if it is still there at the end. */
  readonly givenUpKopecks: number;
  /** The session that asks: it stays, to show until when the account can be kept. */
  readonly keepToken: string | null;
};

/**
 * Begins to close an account: its keys, webhooks, known browsers and all sessions but the asking one end at once; what it was goes after
 * `CLOSING_DAYS`. Asking again changes nothing. Throws PASSWORD_WRONG, TOO_MANY_ATTEMPTS, CLOSING_HINDERED with `what` in its details, and
 * BALANCE_CHANGED when there is another amount than was shown.
 */
export async function askClosing(db: Db, wish: ClosingWish, parts: ClosingParts): Promise<Closing> {
  const { userId } = wish;
  const credentials = await getCredentials(db, userId);
  await proveOwnPassword(db, credentials, wish.password);
  return withTransaction(db, async (tx) => {
    if (!(await claimAccount(tx, userId, credentials.passwordHash)))
      throw new AppError(identityErrors.PASSWORD_WRONG);
    const begun = await findClosing(tx, userId);
    if (begun) return begun;
    await parts.money.lockBalances(tx, userId);
    const what = forbidding(await listHindrances(tx, userId, parts));
    if (what.length > 0) throw new AppError(identityErrors.CLOSING_HINDERED, { details: { what } });
    const left = await parts.money.sumBalances(tx, userId);
    if (left !== wish.givenUpKopecks)
      throw new AppError(identityErrors.BALANCE_CHANGED, { details: { kopecks: left } });
    return beginClosing(tx, wish);
  });
}

async function beginClosing(tx: Tx, { userId, keepToken, givenUpKopecks }: ClosingWish): Promise<Closing> {
  const { endsAt } = await one<{ endsAt: Date }>(
    tx,
    sql`insert into identity_closings (user_id, ends_at, due_at)
        select ${userId}, ends_at, ends_at from (select app_now() + make_interval(days => ${CLOSING_DAYS}) as ends_at) e
        returning ends_at as "endsAt"`,
  );
  await endAllKeys(tx, userId);
  await endOtherSessions(tx, userId, keepToken);
  await forgetDevices(tx, userId);
  await endBegunWaysIn(tx, userId);
  await endArchive(tx, userId);
  await publish(tx, webhooksUnwanted, { userId });
  const details = { givenUpKopecks, endsAt: endsAt.toISOString() };
  await recordAction(tx, { actorId: userId, action: "user.ask-close", subject: `user:${userId}`, details });
  await mailOwner(tx, userId, { name: "closingAsked", what: dayOf(endsAt) }, endsAt.toISOString());
  return { userId, endsAt };
}

/** Keeps an account whose closing has not ended. Throws CLOSING_NOT_FOUND when it was kept already or is closed. */
export async function keepAccount(db: Db, userId: UserId): Promise<void> {
  await withTransaction(db, async (tx) => {
    await claimAccount(tx, userId);
    if (!(await endClosing(tx, userId))) throw new AppError(identityErrors.CLOSING_NOT_FOUND);
  });
}

/** Ends the closing of an account that is claimed, and tells its owner; answers whether there was one. */
export async function endClosing(tx: Tx, userId: UserId): Promise<boolean> {
  const kept = await maybeOne<{ endsAt: Date }>(
    tx,
    sql`delete from identity_closings where user_id = ${userId} and closed_at is null returning ends_at as "endsAt"`,
  );
  if (!kept) return false;
  await recordAction(tx, {
    actorId: userId,
    action: "user.keep",
    subject: `user:${userId}`,
    details: {},
  });
  await mailOwner(tx, userId, { name: "accountKept" }, kept.endsAt.toISOString());
  return true;
}
