import { recordAction } from "#features/identity/audit.writes.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { sendWithdrawalJob } from "#features/payments/withdrawals/sending/sending.jobs.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import {
  captureFunds,
  type LockedWithdrawal,
  lockWithdrawal,
  releaseFunds,
  signFirst,
  transition,
} from "#features/payments/withdrawals/withdrawals.writes.ts";
import {
  isSentByHand,
  nextState,
  type WithdrawalEvent,
  type WithdrawalState,
} from "#features/payments/withdrawals.rules.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { enqueue } from "#lib/jobs/queue.ts";
import { unseal } from "#lib/sealed-text.ts";

/** What a member of the staff does to a withdrawal; `reason` is in their own words. */
export type StaffDecision = {
  readonly withdrawalId: number;
  readonly staffId: number;
  readonly reason: string;
  readonly ip?: string;
};

/**
 * Signs a withdrawal. Above the limit the first signature only notes who gave it, and the second must be another
 * person's; then it is approved and, where no hands are needed, sent by itself.
 * Throws WITHDRAWAL_NOT_FOUND, OWN_WITHDRAWAL, WITHDRAWAL_MOVED_ON, SECOND_PERSON_NEEDED, WITHDRAWAL_BLOCKED_BY_DEBT,
 * WITHDRAWAL_RESTS.
 */
export function approveWithdrawal(db: Db, decision: StaffDecision): Promise<WithdrawalState> {
  return decide(db, decision, async (tx, withdrawal) => {
    if (withdrawal.isResting && nextState(withdrawal.state, "cancel") !== null) {
      throw new AppError(withdrawalErrors.WITHDRAWAL_RESTS);
    }
    refuseLate(withdrawal, "approve");
    if (withdrawal.firstApprovedBy === decision.staffId) {
      throw new AppError(withdrawalErrors.SECOND_PERSON_NEEDED);
    }
    if ((await getDebt(tx, withdrawal.userId)) > 0) {
      throw new AppError(withdrawalErrors.WITHDRAWAL_BLOCKED_BY_DEBT);
    }
    if (withdrawal.needsSecond && withdrawal.firstApprovedBy === null) {
      await signFirst(tx, withdrawal.id, decision.staffId);
      return { action: "withdrawal.sign", state: withdrawal.state };
    }
    const isByHand = isSentByHand(withdrawal.method);
    const { state } = await transition(tx, withdrawal.id, {
      event: "approve",
      to: "approved",
      approvedBy: decision.staffId,
      dueInSeconds: isByHand ? null : 0,
    });
    if (!isByHand) await enqueue(tx, sendWithdrawalJob, { withdrawalId: withdrawal.id });
    return { action: "withdrawal.approve", state };
  });
}

/** Refuses a withdrawal; its money is the user's again. `reason` is shown to the user. Throws as `approveWithdrawal`. */
export function rejectWithdrawal(db: Db, decision: StaffDecision): Promise<WithdrawalState> {
  return decide(db, decision, async (tx, withdrawal) => {
    const moved = await transition(tx, withdrawal.id, {
      event: "reject",
      to: "rejected",
      closedBy: decision.staffId,
      reason: decision.reason,
    });
    await releaseFunds(tx, moved, "withdrawal_rejected");
    return { action: "withdrawal.reject", state: moved.state };
  });
}

/**
 * Says that somebody is sending an approved USDT or card withdrawal now, so that nobody else does.
 * Throws WITHDRAWAL_NOT_BY_HAND for those that go by themselves.
 */
export function beginSending(db: Db, decision: StaffDecision): Promise<WithdrawalState> {
  return decide(db, decision, async (tx, withdrawal) => {
    refuseUnlessByHand(withdrawal);
    const { state } = await transition(tx, withdrawal.id, { event: "send", to: "sending" });
    return { action: "withdrawal.send", state };
  });
}

/**
 * Records that a withdrawal sent by hand has gone out, with the id of its transaction, which pays one withdrawal only.
 * Throws WITHDRAWAL_NOT_BY_HAND, TRANSACTION_ALREADY_USED.
 */
export async function confirmSent(
  db: Db,
  decision: StaffDecision & { readonly transactionId: string },
): Promise<WithdrawalState> {
  try {
    return await decide(db, decision, async (tx, withdrawal) => {
      refuseUnlessByHand(withdrawal);
      const moved = await transition(tx, withdrawal.id, {
        event: "confirm",
        to: "paid",
        closedBy: decision.staffId,
        externalId: decision.transactionId.trim(),
      });
      await captureFunds(tx, moved, "withdrawal_paid");
      return { action: "withdrawal.confirm", state: moved.state, transactionId: decision.transactionId };
    });
  } catch (error) {
    if ((error as { constraint?: string }).constraint !== "payments_withdrawals_external") throw error;
    throw new AppError(withdrawalErrors.TRANSACTION_ALREADY_USED);
  }
}

/** Records that a withdrawal sent by hand did not leave or came back; its money is the user's again. */
export function confirmReturned(db: Db, decision: StaffDecision): Promise<WithdrawalState> {
  return decide(db, decision, async (tx, withdrawal) => {
    refuseUnlessByHand(withdrawal);
    const moved = await transition(tx, withdrawal.id, {
      event: "confirm_return",
      to: "returned",
      closedBy: decision.staffId,
      reason: decision.reason,
    });
    await releaseFunds(tx, moved, "withdrawal_returned");
    return { action: "withdrawal.return", state: moved.state };
  });
}

/** Card number or address in full, for the person who sends; each look is noted. Null where there is none. */
export async function revealDestination(db: Db, decision: StaffDecision): Promise<string | null> {
  let destination: string | null = null;
  await decide(db, decision, async (_tx, withdrawal) => {
    destination = withdrawal.sealedDestination === null ? null : unseal(withdrawal.sealedDestination);
    return { action: "withdrawal.reveal", state: withdrawal.state };
  });
  return destination;
}

type Outcome = { action: string; state: WithdrawalState; transactionId?: string };

/** One staff action: the row locked, nobody about their own money, the audit in the same transaction. */
async function decide(
  db: Db,
  { withdrawalId, staffId, reason, ip }: StaffDecision,
  work: (tx: Tx, withdrawal: LockedWithdrawal) => Promise<Outcome>,
): Promise<WithdrawalState> {
  const state = await withTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, withdrawalId);
    if (withdrawal.userId === staffId) throw new AppError(withdrawalErrors.OWN_WITHDRAWAL);
    const { action, ...outcome } = await work(tx, withdrawal);
    await recordAction(tx, {
      actorId: staffId,
      action,
      subject: `withdrawal:${withdrawalId}`,
      details: {
        reason,
        userId: withdrawal.userId,
        amountKopecks: withdrawal.amountKopecks,
        from: withdrawal.state,
        ...outcome,
      },
      ...(ip === undefined ? {} : { ip }),
    });
    return outcome.state;
  });
  notifyListeners(db);
  return state;
}

function refuseLate({ state }: LockedWithdrawal, event: WithdrawalEvent): void {
  if (nextState(state, event) === null) throw new AppError(withdrawalErrors.WITHDRAWAL_MOVED_ON);
}

function refuseUnlessByHand({ method }: LockedWithdrawal): void {
  if (!isSentByHand(method)) throw new AppError(withdrawalErrors.WITHDRAWAL_NOT_BY_HAND);
}
