import sql from "sql-template-tag";
import { claimAccount } from "#features/identity/account-lock.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { listHindrances } from "#features/identity/closing/closing.reads.ts";
import type { ClosingParts } from "#features/identity/closing/closing-part.reads.ts";
import { erasePerson } from "#features/identity/closing/erasing.writes.ts";
import { CLOSING_RETRY_MINUTES, CLOSING_TOLD_DAYS, dayOf } from "#features/identity/closing.rules.ts";
import { getCredentials } from "#features/identity/identity.reads.ts";
import { mailOwner, mailPerson } from "#features/identity/mail/mail.writes.ts";
import { hashPassword } from "#features/identity/passwords/passwords.gateway.ts";
import { newToken } from "#features/identity/sessions/sessions.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** Who is suspended cannot keep the account: its end waits. */
const mayBeKept = sql`exists (select from identity_users u where u.id = user_id and u.suspended_at is null)`;

/** Accounts whose owners are told now that the end is near. */
export async function listUntold(db: Db): Promise<UserId[]> {
  const found = await rows<{ userId: UserId }>(
    db,
    sql`select user_id as "userId" from identity_closings
        where told_at is null and closed_at is null and ends_at <= app_now() + make_interval(days => ${CLOSING_TOLD_DAYS})
          and ${mayBeKept}
        order by ends_at limit 50`,
  );
  return found.map(({ userId }) => userId);
}

/** Mails an owner that the end is near, once; leaves one who has kept the account meanwhile. */
export async function tellOfClosing(db: Db, userId: UserId): Promise<void> {
  await withTransaction(db, async (tx) => {
    await claimAccount(tx, userId);
    const told = await maybeOne<{ endsAt: Date }>(
      tx,
      sql`update identity_closings set told_at = app_now()
          where user_id = ${userId} and told_at is null and closed_at is null returning ends_at as "endsAt"`,
    );
    if (!told) return;
    const { endsAt } = told;
    await mailOwner(tx, userId, { name: "closingSoon", what: dayOf(endsAt) }, endsAt.toISOString());
  });
}

/** Accounts whose days to regret have passed. */
export async function listDueClosings(db: Db): Promise<UserId[]> {
  const found = await rows<{ userId: UserId }>(
    db,
    sql`select user_id as "userId" from identity_closings where closed_at is null and due_at <= app_now() and ${mayBeKept}
        order by due_at limit 20`,
  );
  return found.map(({ userId }) => userId);
}

/**
 * Closes an account whose days have passed, all or nothing: what is left in its balances goes to the house, who the person was goes from
 * every table, and what must stay stays under the account's number. Leaves one that was kept meanwhile or is closed already. While
 * something of it still goes on, the end is put off. Answers whether it is closed now.
 */
export async function closeAccount(db: Db, userId: UserId, parts: ClosingParts): Promise<boolean> {
  const passwordHash = await hashPassword(newToken());
  return withTransaction(db, async (tx) => {
    await claimAccount(tx, userId);
    const due = await maybeOne(
      tx,
      sql`select 1 from identity_closings where user_id = ${userId} and closed_at is null and due_at <= app_now() and ${mayBeKept}
          for update`,
    );
    if (!due) return false;
    await parts.money.lockBalances(tx, userId);
    if ((await listHindrances(tx, userId, parts)).length > 0) {
      await execute(
        tx,
        sql`update identity_closings set due_at = app_now() + make_interval(mins => ${CLOSING_RETRY_MINUTES})
            where user_id = ${userId}`,
      );
      return false;
    }
    const givenUpKopecks = await parts.money.giveUpBalances(tx, userId);
    const { email, locale } = await getCredentials(tx, userId);
    for (const { forget } of parts.parts) await forget?.(tx, userId);
    await erasePerson(tx, userId, passwordHash);
    await execute(tx, sql`update identity_closings set closed_at = app_now() where user_id = ${userId}`);
    const details = { givenUpKopecks };
    await recordAction(tx, { actorId: userId, action: "user.close", subject: `user:${userId}`, details });
    await mailPerson(
      tx,
      { email, locale },
      { name: "accountClosed", personName: "" },
      `accountClosed:${userId}`,
    );
    return true;
  });
}
