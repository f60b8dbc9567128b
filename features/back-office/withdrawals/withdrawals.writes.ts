import sql from "sql-template-tag";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { once } from "#features/back-office/requests.writes.ts";
import { listRefundsOf } from "#features/back-office/withdrawals/withdrawals.reads.ts";
import type { DeskWithdrawalStep } from "#features/back-office/withdrawals/withdrawals.rules.ts";
import { hasRecordedAction } from "#features/identity/audit.reads.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { findPaymentSource } from "#features/payments/payment-facts.reads.ts";
import {
  approveWithdrawal,
  beginSending,
  confirmReturned,
  confirmSent,
  rejectWithdrawal,
} from "#features/payments/withdrawals/approval.writes.ts";
import { requestWithdrawalIn } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError, isAppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";

export type StepTaken = {
  readonly id: number;
  readonly step: DeskWithdrawalStep;
  readonly reason: string;
  /** Of `confirm` only. */
  readonly transactionId?: string;
};

/**
 * Takes a withdrawal one step on, with the audit in the same transaction. A withdrawal takes each step once, so the same
 * person's same step again (the answer was lost) changes nothing: true. Throws the withdrawal's refusals, and SAME_PERSON when
 * the one who asked for it in the user's name would sign it.
 */
export async function stepWithdrawal(db: Db, taken: StepTaken, staff: Staff): Promise<{ replayed: boolean }> {
  try {
    await takeStep(db, taken, staff);
    return { replayed: false };
  } catch (error) {
    const isTaken = isAppError(error) && refusalsOfRepeats.includes(error.code);
    if (!isTaken || !(await hasTakenStep(db, taken, staff))) throw error;
    return { replayed: true };
  }
}

/** What a step is refused with once it has been taken; the second is said to whoever gave the first of two signatures. */
const refusalsOfRepeats: readonly string[] = [
  withdrawalErrors.WITHDRAWAL_MOVED_ON.code,
  withdrawalErrors.SECOND_PERSON_NEEDED.code,
];

function hasTakenStep(db: Db, { id, step }: StepTaken, { staffId }: Staff): Promise<boolean> {
  return hasRecordedAction(db, {
    actorId: staffId,
    // The first of two signatures is recorded by another name.
    actions: step === "approve" ? ["withdrawal.approve", "withdrawal.sign"] : [`withdrawal.${step}`],
    subject: `withdrawal:${id}`,
  });
}

async function takeStep(
  db: Db,
  { id, step, reason, transactionId = "" }: StepTaken,
  staff: Staff,
): Promise<void> {
  const decision = { withdrawalId: id, staffId: staff.staffId, reason, ip: staff.ip };
  if (step === "approve") {
    // Written once with the request and never changed, so it may be read before.
    const refund = (await listRefundsOf(db, [id])).get(id);
    if (refund?.proposerId === staff.staffId) throw new AppError(backOfficeErrors.SAME_PERSON);
  }
  const steps = {
    approve: () => approveWithdrawal(db, decision),
    reject: () => rejectWithdrawal(db, decision),
    send: () => beginSending(db, decision),
    confirm: () => confirmSent(db, { ...decision, transactionId }),
    return: () => confirmReturned(db, decision),
  };
  await steps[step]();
}

export type Refund = { readonly paymentId: number; readonly amountKopecks: number; readonly reason: string };

/**
 * Asks in a user's name for unused money of a payment to go back to its source: a withdrawal like the user's own, which another
 * person signs. Once per key. Throws DESK_NOTHING_THERE, OWN_ACCOUNT and the withdrawal's refusals.
 */
export async function refundPayment(
  db: Db,
  gateways: Gateways,
  refund: Refund,
  staff: Staff,
  key: string,
): Promise<{ id: number; replayed: boolean }> {
  const call = { actorId: staff.staffId, key, input: ["refund", refund] };
  const { answer, replayed } = await withTransaction(db, (tx) =>
    once(tx, call, () => request(tx, gateways, refund, staff, key)),
  );
  notifyListeners(db);
  return { id: answer.id, replayed };
}

async function request(
  tx: Tx,
  gateways: Gateways,
  { paymentId, amountKopecks, reason }: Refund,
  staff: Staff,
  key: string,
): Promise<{ id: number }> {
  const userId = (await findPaymentSource(tx, paymentId))?.userId ?? null;
  if (userId === null) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  if (userId === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  const { id } = await requestWithdrawalIn(tx, gateways, {
    userId,
    source: "top_up",
    method: "source",
    amountKopecks,
    paymentId,
    destination: null,
    idempotencyKey: `desk:${staff.staffId}:${key}`,
  });
  await execute(
    tx,
    sql`insert into back_office_refunds (withdrawal_id, payment_id, proposer_id, reason)
        values (${id}, ${paymentId}, ${staff.staffId}, ${reason})`,
  );
  await recordAction(tx, {
    actorId: staff.staffId,
    action: "payment.refund",
    subject: `payment:${paymentId}`,
    details: { withdrawalId: id, userId, amountKopecks, reason },
    ip: staff.ip,
  });
  return { id };
}
