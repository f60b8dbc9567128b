import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { moveFunds, resolveHold } from "#features/ledger/ledger.writes.ts";
import type { ChargeCurrency } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import {
  refundReferenceOf,
  statesBefore,
  type WithdrawalEvent,
  type WithdrawalMethod,
  type WithdrawalSource,
  type WithdrawalState,
} from "#features/payments/withdrawals.rules.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { kopecks } from "#lib/money/kopecks.ts";

export type LockedWithdrawal = {
  readonly id: number;
  readonly userId: number;
  readonly source: WithdrawalSource;
  readonly method: WithdrawalMethod;
  readonly paymentId: number | null;
  readonly amountKopecks: number;
  readonly feeKopecks: number;
  readonly receiverAmount: string;
  readonly receiverCurrency: ChargeCurrency;
  readonly sealedDestination: string | null;
  readonly state: WithdrawalState;
  readonly holdId: number;
  readonly bonusHoldId: number | null;
  readonly needsSecond: boolean;
  readonly firstApprovedBy: number | null;
  readonly asks: number;
  /** Its card or address is new, or all money of its owner rests: none goes there yet. */
  readonly isResting: boolean;
};

/** The card or address of a withdrawal is not confirmed, or was confirmed so short ago that no money goes there. */
const RESTS = `exists (select from payments_payout_destinations q
  where q.id = destination_id and coalesce(q.rests_until > app_now(), true))`;

/** All money of its owner rests: nothing is signed that leaves the house. */
const OWNER_RESTS = `(destination_id is not null and identity_money_rests_until(payments_withdrawals.user_id) is not null)`;

const LOCKED = `id, user_id as "userId", source, method, payment_id as "paymentId", amount_kopecks as "amountKopecks",
  fee_kopecks as "feeKopecks", receiver_amount as "receiverAmount", receiver_currency as "receiverCurrency",
  sealed_destination as "sealedDestination", state, hold_id as "holdId", bonus_hold_id as "bonusHoldId",
  needs_second as "needsSecond", first_approved_by as "firstApprovedBy", asks,
  (${RESTS} or ${OWNER_RESTS}) as "isResting"`;

/**
 * Locks a withdrawal until the transaction ends, its payment before it (the order of every change of either).
 * Throws WITHDRAWAL_NOT_FOUND, also for one of another user than `ownerId`.
 */
export async function lockWithdrawal(
  tx: Tx,
  id: number,
  ownerId: number | null = null,
): Promise<LockedWithdrawal> {
  const known = await maybeOne<{ paymentId: number | null }>(tx, {
    text: `select payment_id as "paymentId" from payments_withdrawals
      where id = $1 and ($2::bigint is null or user_id = $2)`,
    values: [id, ownerId],
  });
  if (!known) throw new AppError(withdrawalErrors.WITHDRAWAL_NOT_FOUND);
  if (known.paymentId !== null) {
    await maybeOne(tx, {
      text: "select id from payments where id = $1 for update",
      values: [known.paymentId],
    });
  }
  const row = await maybeOne<LockedWithdrawal>(tx, {
    text: `select ${LOCKED} from payments_withdrawals where id = $1 for update`,
    values: [id],
  });
  if (!row) throw new AppError(withdrawalErrors.WITHDRAWAL_NOT_FOUND);
  return row;
}

export type Step = {
  readonly event: WithdrawalEvent;
  readonly to: WithdrawalState;
  /** Columns that change with the state. */
  readonly closedBy?: number;
  readonly approvedBy?: number;
  readonly reason?: string;
  readonly externalId?: string | null;
  /** Seconds until the sweep works on it; null = nobody waits for the sweep. */
  readonly dueInSeconds?: number | null;
};

/** What of it its owner's security log says. */
const loggedSteps: Partial<Record<WithdrawalState, "withdrawalPaid" | "withdrawalCancelled">> = {
  paid: "withdrawalPaid",
  cancelled: "withdrawalCancelled",
};

/**
 * Moves a withdrawal on, if it is still in a state from which the event may happen; tells the user. The only place where
 * the state changes. Throws WITHDRAWAL_MOVED_ON when somebody else was faster, and while it rests when money would begin to leave.
 */
export async function transition(tx: Tx, id: number, step: Step): Promise<LockedWithdrawal> {
  const moved = await maybeOne<LockedWithdrawal>(tx, {
    text: `update payments_withdrawals set state = $3, updated_at = app_now(),
        approved_by = coalesce($4, approved_by), closed_by = coalesce($5, closed_by), reason = coalesce($6, reason),
        external_id = coalesce($7, external_id),
        closed_at = case when $3 = any ('{paid,returned,rejected,cancelled}'::text[]) then coalesce(closed_at, app_now()) end,
        due_at = app_now() + make_interval(secs => $8)
      where id = $1 and state = any ($2::text[]) and ($3 <> all ('{approved,sending}'::text[]) or not ${RESTS})
        and ($3 <> 'approved' or not ${OWNER_RESTS})
      returning ${LOCKED}`,
    values: [
      id,
      statesBefore(step.event),
      step.to,
      step.approvedBy ?? null,
      step.closedBy ?? null,
      step.reason ?? null,
      step.externalId ?? null,
      step.dueInSeconds ?? null,
    ],
  });
  if (!moved) throw new AppError(withdrawalErrors.WITHDRAWAL_MOVED_ON);
  await emitEvent(tx, { userId: moved.userId, kind: "balance", data: { withdrawalId: id, state: step.to } });
  const kind = loggedSteps[step.to];
  if (kind) await recordSecurityEvent(tx, moved.userId, { kind, amountKopecks: moved.amountKopecks });
  return moved;
}

/** Gives the reserved money back to the user, once. */
export async function releaseFunds(tx: Tx, withdrawal: LockedWithdrawal, reason: string): Promise<void> {
  await resolveHold(tx, withdrawal.holdId, "void", reason);
  await freeBonus(tx, withdrawal, reason);
}

/** Takes the reserved money out of the user's account, once. Bonus money stays aside until `freeBonus`. */
export function captureFunds(tx: Tx, withdrawal: LockedWithdrawal, reason: string): Promise<void> {
  return resolveHold(tx, withdrawal.holdId, "post", reason);
}

/** Brings the money of a refund that did not reach its payer back into the user's wallet, once. */
export async function restoreFunds(tx: Tx, withdrawal: LockedWithdrawal, provider: string): Promise<void> {
  const { transferId } = await moveFunds(tx, {
    kind: "top_up_refund_return",
    userId: withdrawal.userId,
    houseCode: provider,
    amountKopecks: kopecks(withdrawal.amountKopecks),
    reference: `${refundReferenceOf(withdrawal.id)}:bounce`,
    reason: provider,
  });
  await execute(tx, {
    text: `update payments_withdrawals set bounced_at = app_now(), bounced_transfer_id = $2 where id = $1`,
    values: [withdrawal.id, transferId],
  });
  await freeBonus(tx, withdrawal, "provider_refused");
}

/** Gives bonus money that was kept aside free again, once. The withdrawal's row is locked. */
export async function freeBonus(tx: Tx, withdrawal: LockedWithdrawal, reason: string): Promise<void> {
  if (withdrawal.bonusHoldId === null) return;
  const freed = await execute(tx, {
    text: `update payments_withdrawals set bonus_free_at = app_now() where id = $1 and bonus_free_at is null`,
    values: [withdrawal.id],
  });
  if (freed === 1) await resolveHold(tx, withdrawal.bonusHoldId, "void", reason);
}

/** Records the first of two signatures. */
export async function signFirst(tx: Tx, id: number, staffId: number): Promise<void> {
  await execute(tx, {
    text: `update payments_withdrawals set first_approved_by = $2, updated_at = app_now()
      where id = $1 and first_approved_by is null`,
    values: [id, staffId],
  });
}

/** Moves the next question to the provider ahead: a worker that dies while asking delays it, nothing more. */
export async function postpone(tx: Tx, id: number, seconds: number): Promise<void> {
  await execute(tx, {
    text: `update payments_withdrawals set asks = asks + 1, due_at = app_now() + make_interval(secs => $2) where id = $1`,
    values: [id, seconds],
  });
}

/** A refund that was asked about once more has been made as it says. */
export async function believeRefund(tx: Tx, id: number): Promise<void> {
  await execute(tx, {
    text: `update payments_withdrawals set due_at = null where id = $1 and state = 'paid'`,
    values: [id],
  });
}
