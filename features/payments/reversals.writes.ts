import { repayDebt, reverseDebt } from "#features/ledger/debts/debts.writes.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import type { Charge } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { GatewayFault } from "#features/payments/gateway/provider.gateway.ts";
import {
  judgeReversal,
  nextState,
  owedOf,
  type PaymentState,
  type ProviderPayment,
  type Reversal,
  type SentBack,
} from "#features/payments/payments.rules.ts";
import { topUpReversed } from "#features/payments/payments.topics.ts";
import { doubtRefunds } from "#features/payments/refund-doubts.writes.ts";
import { sumSentBack } from "#features/payments/refunded-amount.reads.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { emitEvent } from "#lib/jobs/events.ts";
import { publish } from "#lib/jobs/topics.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** An answer that was asked for before another one changed what was reversed: which is newer cannot be told. */
export class StaleAnswer extends Error {
  override name = "StaleAnswer";
}

export type TakenPayment = {
  readonly id: number;
  /** Null: a guest's, which no account has taken; nothing of it was credited. */
  readonly userId: number | null;
  readonly provider: string;
  readonly state: PaymentState;
  readonly amountKopecks: number;
  readonly charge: Charge;
  readonly isCredited: boolean;
  readonly reversedKopecks: number;
  readonly debtKopecks: number;
  readonly reversalVersion: number;
};

/**
 * Takes in what a provider has reversed of a payment, whose row the caller has locked. What was credited and is gone
 * becomes debt, all of it at once, except what our own refunds sent back: that has left the wallet already. When the
 * provider says less than before (a won dispute), the difference comes back.
 * @param version as read before the provider was asked; null does not look. Throws StaleAnswer, GatewayFault.
 * @returns the state it has moved to, or stays in although something has changed; null when nothing has.
 */
export async function applyReversal(
  tx: Tx,
  payment: TakenPayment,
  answer: ProviderPayment,
  version: number | null,
): Promise<PaymentState | null> {
  if (answer.state !== "paid") return null;
  const taken = judgeReversal(payment.charge, kopecks(payment.amountKopecks), answer);
  if (taken && "unreadable" in taken) throw new GatewayFault(taken.unreadable);
  const { userId } = payment;
  if (!payment.isCredited || userId === null) return taken ? closeUncredited(tx, payment, taken) : null;
  const reversedKopecks = taken?.kopecks ?? 0;
  const sentBack = await sumOwnRefunds(tx, payment.id, reversedKopecks);
  const debtKopecks = owedOf(reversedKopecks, payment.debtKopecks, sentBack);
  const event = taken?.as ?? "restore";
  const state = nextState(payment.state, event) ?? payment.state;
  const isSame = reversedKopecks === payment.reversedKopecks && debtKopecks === payment.debtKopecks;
  if (isSame && state === payment.state) return null;
  if (version !== null && version !== payment.reversalVersion) throw new StaleAnswer();
  const { providerPaymentId } = answer;
  await storeReversal(
    tx,
    { ...payment, userId, providerPaymentId },
    { state, reversedKopecks, debtKopecks, moveKind: moveKindOf(taken?.as) },
  );
  return state;
}

/** What our own refunds sent back; where the provider counts less than that, which of them arrived is asked again. */
async function sumOwnRefunds(tx: Tx, paymentId: number, reversedKopecks: number): Promise<SentBack> {
  const sentBack = await sumSentBack(tx, paymentId);
  if (reversedKopecks >= sentBack.arrivedKopecks) return sentBack;
  await doubtRefunds(tx, paymentId);
  return sumSentBack(tx, paymentId);
}

type ReversedPayment = Pick<TakenPayment, "id" | "provider" | "debtKopecks" | "reversalVersion"> & {
  readonly userId: number;
  readonly providerPaymentId: string;
};

type NewReversal = {
  readonly state: PaymentState;
  readonly reversedKopecks: number;
  readonly debtKopecks: number;
  readonly moveKind: "payment_refund" | "charge_back";
};

const moveKindOf = (as: Reversal["as"] | undefined) => (as === "refund" ? "payment_refund" : "charge_back");

/** Writes what is reversed of a locked payment, and brings its debt there. */
async function storeReversal(tx: Tx, payment: ReversedPayment, reversal: NewReversal): Promise<void> {
  const { id, userId } = payment;
  const { state, reversedKopecks, debtKopecks, moveKind } = reversal;
  await execute(tx, {
    text: `update payments set state = $2, reversed_kopecks = $3, debt_kopecks = $4,
        reversal_version = reversal_version + 1, updated_at = app_now()
      where id = $1`,
    values: [id, state, reversedKopecks, debtKopecks],
  });
  await moveDebt(tx, payment, debtKopecks, moveKind);
  await emitEvent(tx, { userId, kind: "balance", data: { paymentId: id, state } });
  await publish(tx, topUpReversed, { paymentId: id, userId });
}

/**
 * Makes a debt of what was reversed of a payment and counted as our own refund until that refund turned out not to have been
 * made. Its money is free again and its withdrawal no longer counts as sent; the caller has locked the payment before it.
 * A debt never becomes less here: of what is reversed, a refund of ours may not be told by the provider yet.
 */
export async function oweForRefusedRefund(tx: Tx, paymentId: number): Promise<void> {
  const payment = await one<ReversedPayment & { state: PaymentState; reversedKopecks: number }>(tx, {
    text: `select id, provider, user_id as "userId", provider_payment_id as "providerPaymentId", state,
        reversed_kopecks as "reversedKopecks", debt_kopecks as "debtKopecks", reversal_version as "reversalVersion"
      from payments where id = $1 for update`,
    values: [paymentId],
  });
  const { state, reversedKopecks } = payment;
  const debtKopecks = owedOf(reversedKopecks, payment.debtKopecks, await sumSentBack(tx, paymentId));
  if (debtKopecks <= payment.debtKopecks) return;
  const moveKind = moveKindOf(state === "refunded" ? "refund" : undefined);
  await storeReversal(tx, payment, { state, reversedKopecks, debtKopecks, moveKind });
}

/** Money that was never credited and went back: nobody owes anything. */
async function closeUncredited(tx: Tx, payment: TakenPayment, taken: Reversal): Promise<PaymentState | null> {
  const state = nextState(payment.state, taken.as);
  if (state === null || state === payment.state) return null;
  await execute(tx, {
    text: `update payments set state = $2, updated_at = app_now(), due_at = null,
        closed_at = coalesce(closed_at, app_now()), reversal_version = reversal_version + 1 where id = $1`,
    values: [payment.id, state],
  });
  const { userId } = payment;
  if (userId !== null)
    await emitEvent(tx, { userId, kind: "payment", data: { paymentId: payment.id, state } });
  return state;
}

/** Brings the debt of a payment to what it should be. */
async function moveDebt(
  tx: Tx,
  payment: ReversedPayment,
  debtKopecks: number,
  kind: NewReversal["moveKind"],
): Promise<void> {
  const { userId, provider, providerPaymentId } = payment;
  const more = debtKopecks - payment.debtKopecks;
  const reference = `payment:${provider}:${providerPaymentId}:taken:${payment.reversalVersion + 1}`;
  if (more > 0) {
    await moveFunds(tx, {
      kind,
      userId,
      amountKopecks: kopecks(more),
      houseCode: provider,
      reference,
      reason: provider,
    });
    await repayDebt(tx, userId);
  }
  if (more < 0) await reverseDebt(tx, { userId, amountKopecks: kopecks(-more), provider, reference });
}
