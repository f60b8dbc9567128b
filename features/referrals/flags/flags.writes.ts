import sql from "sql-template-tag";
import { recordAction } from "#features/identity/audit.writes.ts";
import { refuseShares } from "#features/referrals/accruals.writes.ts";
import { findSignals, type Signal } from "#features/referrals/flags/flags.reads.ts";
import { referralErrors } from "#features/referrals/referrals.errors.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type LockedPerson = {
  readonly userId: number;
  readonly referrerId: number;
  readonly state: "active" | "flagged";
  readonly seenVersion: number;
  readonly reversedKopecks: number;
};

/** The row of somebody who was brought, locked before anything else of theirs; null for others. */
export function lockPerson(tx: Tx, userId: number): Promise<LockedPerson | null> {
  return maybeOne<LockedPerson>(
    tx,
    sql`select user_id as "userId", referrer_id as "referrerId", state, seen_version as "seenVersion",
          reversed_kopecks as "reversedKopecks"
        from referrals_people where user_id = ${userId} for update`,
  );
}

/**
 * Looks for signs that one person stands behind both ends, and if there are any new ones ends the earning: what waits is
 * refused, what was paid is reversed. Signs that the staff has lifted do not count again. Answers whether the person is flagged.
 */
export async function flagIfSame(tx: Tx, person: LockedPerson): Promise<boolean> {
  if (person.state === "flagged") return true;
  const signals = await findSignals(tx, person.userId, person.referrerId);
  let isNew = false;
  for (const signal of signals) isNew = (await recordFlag(tx, person, signal)) || isNew;
  if (!isNew) return false;
  await execute(tx, sql`update referrals_people set state = 'flagged' where user_id = ${person.userId}`);
  await refuseShares(tx, person.userId);
  return true;
}

async function recordFlag(tx: Tx, person: LockedPerson, signal: Signal): Promise<boolean> {
  const noted = await execute(
    tx,
    sql`insert into referrals_flags (user_id, referrer_id, reason, other_user_id)
        values (${person.userId}, ${person.referrerId}, ${signal.reason}, ${signal.otherUserId})
        on conflict (user_id, reason) do nothing`,
  );
  return noted === 1;
}

export type FlagDecision = { readonly userId: number; readonly staffId: number; readonly reason: string };

/** Ends somebody's earning for their referrer by hand. Throws PERSON_NOT_REFERRED. */
export async function flagPerson(db: Db, { userId, staffId, reason }: FlagDecision): Promise<void> {
  await withTransaction(db, async (tx) => {
    const person = await lockPerson(tx, userId);
    if (!person) throw new AppError(referralErrors.PERSON_NOT_REFERRED);
    await execute(
      tx,
      sql`insert into referrals_flags (user_id, referrer_id, reason, other_user_id)
          values (${userId}, ${person.referrerId}, 'staff', ${person.referrerId})
          on conflict (user_id, reason) do update set lifted_at = null, lifted_by = null, noted_at = app_now()`,
    );
    await execute(tx, sql`update referrals_people set state = 'flagged' where user_id = ${userId}`);
    await refuseShares(tx, userId);
    await recordAction(tx, {
      actorId: staffId,
      action: "referral.flag",
      subject: `user:${userId}`,
      details: { reason, referrerId: person.referrerId },
    });
  });
}

/** Lets somebody's spending earn again from now on. What was refused stays so. Throws PERSON_NOT_REFERRED. */
export async function liftFlags(db: Db, { userId, staffId, reason }: FlagDecision): Promise<void> {
  await withTransaction(db, async (tx) => {
    const person = await lockPerson(tx, userId);
    if (!person) throw new AppError(referralErrors.PERSON_NOT_REFERRED);
    await execute(
      tx,
      sql`update referrals_flags set lifted_at = app_now(), lifted_by = ${staffId}
          where user_id = ${userId} and lifted_at is null`,
    );
    await execute(tx, sql`update referrals_people set state = 'active' where user_id = ${userId}`);
    await recordAction(tx, {
      actorId: staffId,
      action: "referral.unflag",
      subject: `user:${userId}`,
      details: { reason, referrerId: person.referrerId },
    });
  });
}
