import sql from "sql-template-tag";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import {
  findRemovalProblem,
  type RemovalState,
} from "#features/back-office/factor-removals/factor-removals.rules.ts";
import { once } from "#features/back-office/requests.writes.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { removeFactorByStaff } from "#features/identity/factor-recovery/removing.writes.ts";
import { lockPerson } from "#features/identity/person-lock.writes.ts";
import { hasSecondFactor } from "#features/identity/second-factor/second-factor.reads.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** A member of the staff about one removal, in their own words. */
export type Decision = { readonly id: number; readonly reason: string };
export type Decided = { readonly id: number; readonly replayed: boolean };

/**
 * Records that a user's second factor should be removed; nothing changes before another person signs. Once per key. Throws
 * DESK_NOTHING_THERE, OWN_ACCOUNT, STAFF_ACCOUNT, PERSON_WITHOUT_FACTOR, FACTOR_REMOVAL_WAITS.
 */
export async function proposeFactorRemoval(
  db: Db,
  { userId, reason }: { userId: UserId; reason: string },
  staff: Staff,
  key: string,
): Promise<Decided> {
  const call = { actorId: staff.staffId, key, input: ["propose-factor-removal", userId, reason] };
  const { answer, replayed } = await withTransaction(db, (tx) =>
    once(tx, call, async () => {
      await requireRemovable(tx, userId, staff);
      const made = await maybeOne<{ id: number }>(
        tx,
        sql`insert into back_office_factor_removals (user_id, reason, proposer_id) values (${userId}, ${reason}, ${staff.staffId})
            on conflict (user_id) where state = 'proposed' do nothing returning id`,
      );
      if (!made) throw new AppError(backOfficeErrors.FACTOR_REMOVAL_WAITS);
      await note(tx, staff, "factor-removal.propose", made.id, { userId, reason });
      return { id: made.id };
    }),
  );
  return { id: answer.id, replayed };
}

async function requireRemovable(tx: Tx, userId: UserId, { staffId }: Staff): Promise<void> {
  if (userId === staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  const person = await lockPerson(tx, userId, "noKeyUpdate");
  if (!person) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  // Two colleagues must not come to the rights of a third.
  if (person.role === "staff") throw new AppError(backOfficeErrors.STAFF_ACCOUNT);
  if (!(await hasSecondFactor(tx, userId))) throw new AppError(backOfficeErrors.PERSON_WITHOUT_FACTOR);
}

/**
 * Signs a removal as the second person and carries it out in the same transaction: the row is locked, so of several signatures one counts.
 * Once per key. Throws DESK_NOTHING_THERE, FACTOR_REMOVAL_DECIDED, CORRECTION_EXPIRED, SAME_PERSON, OWN_ACCOUNT, STAFF_ACCOUNT,
 * PERSON_WITHOUT_FACTOR.
 */
export async function carryOutFactorRemoval(
  db: Db,
  { id, reason }: Decision,
  staff: Staff,
  key: string,
): Promise<Decided & { readonly userId: UserId }> {
  const call = { actorId: staff.staffId, key, input: ["carry-out-factor-removal", id, reason] };
  const { answer, replayed } = await withTransaction(db, (tx) =>
    once(tx, call, async () => {
      const removal = await lockProposal(tx, id);
      const { userId } = removal;
      if (findRemovalProblem(removal, staff.staffId) === "same-person") {
        throw new AppError(backOfficeErrors.SAME_PERSON);
      }
      if (removal.isExpired) throw new AppError(backOfficeErrors.CORRECTION_EXPIRED);
      await requireRemovable(tx, userId, staff);
      const recoveryId = await removeFactorByStaff(tx, userId);
      await execute(
        tx,
        sql`update back_office_factor_removals set state = 'carried_out', decider_id = ${staff.staffId}, decision_reason = ${reason},
              decided_at = app_now(), recovery_id = ${recoveryId} where id = ${id}`,
      );
      await note(tx, staff, "factor-removal.carry-out", id, { userId, reason, recoveryId });
      return { userId };
    }),
  );
  return { id, replayed, userId: answer.userId };
}

/** Refuses a removal; its own proposer takes it back instead. Throws DESK_NOTHING_THERE, FACTOR_REMOVAL_DECIDED, OWN_ACCOUNT. */
export async function rejectFactorRemoval(db: Db, { id, reason }: Decision, staff: Staff): Promise<void> {
  await withTransaction(db, async (tx) => {
    const removal = await lockProposal(tx, id);
    const problem = findRemovalProblem(removal, staff.staffId);
    if (problem === "own-account") throw new AppError(backOfficeErrors.OWN_ACCOUNT);
    const isOwn = problem === "same-person";
    const state: RemovalState = isOwn ? "withdrawn" : "rejected";
    await execute(
      tx,
      sql`update back_office_factor_removals set state = ${state}, decider_id = ${staff.staffId},
            decision_reason = ${reason}, decided_at = app_now() where id = ${id}`,
    );
    await note(tx, staff, isOwn ? "factor-removal.withdraw" : "factor-removal.reject", id, { reason });
  });
}

type LockedProposal = { userId: UserId; proposerId: number; isExpired: boolean };

async function lockProposal(tx: Tx, id: number): Promise<LockedProposal> {
  const found = await maybeOne<LockedProposal & { state: RemovalState }>(
    tx,
    sql`select user_id as "userId", proposer_id as "proposerId", expires_at <= app_now() as "isExpired", state
        from back_office_factor_removals where id = ${id} for update`,
  );
  if (!found) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  if (found.state !== "proposed") {
    throw new AppError(backOfficeErrors.FACTOR_REMOVAL_DECIDED, { details: { state: found.state } });
  }
  return found;
}

function note(
  tx: Tx,
  staff: Staff,
  action: string,
  id: number,
  details: Record<string, string | number>,
): Promise<void> {
  const subject = `factor-removal:${id}`;
  return recordAction(tx, { actorId: staff.staffId, action, subject, details, ip: staff.ip });
}
