import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { repayDebt } from "#features/ledger/debts/debts.writes.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import {
  GatewayFault,
  type Gateways,
  type RefundAnswer,
} from "#features/payments/gateway/provider.gateway.ts";
import { oweForRefusedRefund } from "#features/payments/reversals.writes.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import {
  believeRefund,
  captureFunds,
  freeBonus,
  type LockedWithdrawal,
  lockWithdrawal,
  postpone,
  releaseFunds,
  restoreFunds,
  transition,
} from "#features/payments/withdrawals/withdrawals.writes.ts";
import {
  isEarnings,
  isSentByHand,
  movesOfEarnings,
  nextState,
  refundReferenceOf,
  releasedStates,
  statesBefore,
  type WithdrawalState,
  withdrawalLimits,
} from "#features/payments/withdrawals.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { log } from "#lib/log.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/**
 * Takes an approved withdrawal one step on its way out, or asks again about one whose answer was lost. Into the balance it
 * is one transaction. Through a provider: first it is noted that it is being sent, then the provider is asked outside any
 * transaction, then its answer is noted; the reference makes it one refund however often that happens. One that was made is asked
 * about in the same way when its provider no longer counts it.
 */
export async function sendWithdrawal(db: Db, gateways: Gateways, id: number): Promise<void> {
  const claimed = await withTransaction(db, (tx) => claim(tx, id));
  if (claimed === "nothing") return;
  notifyListeners(db);
  if (claimed === "done") return;
  const answer = await askProvider(db, gateways, claimed);
  if (answer === null || answer.state === "pending") return;
  if (claimed.state === "paid") {
    await withTransaction(db, (tx) => takeLaterAnswerIn(tx, id, answer));
    notifyListeners(db);
    return;
  }
  await withTransaction(db, (tx) => takeRefundAnswerIn(tx, id, answer));
  notifyListeners(db);
  if (answer.state === "done") await recordReversal(db, gateways, claimed);
}

/** What has left the payment is asked at once, so that bonuses given for it are reversed; else a notice tells. */
async function recordReversal(db: Db, gateways: Gateways, withdrawal: LockedWithdrawal): Promise<void> {
  const payment = await findProviderPayment(db, withdrawal);
  const gateway = gateways.get(payment.provider);
  if (!gateway) return;
  await settlePayment(db, gateway, payment.providerPaymentId).catch((error: Error) =>
    log.warn({ withdrawalId: withdrawal.id, error: error.message }, "refunded payment could not be read"),
  );
}

function findProviderPayment(
  db: Queryable,
  withdrawal: LockedWithdrawal,
): Promise<{ provider: string; providerPaymentId: string }> {
  return one(db, {
    text: `select provider, provider_payment_id as "providerPaymentId" from payments where id = $1`,
    values: [withdrawal.paymentId],
  });
}

/** `nothing`: not its turn, or over; `done`: the wallet was all it took; else what to ask the provider for. */
async function claim(tx: Tx, id: number): Promise<LockedWithdrawal | "nothing" | "done"> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal.state === "unconfirmed" && (await isDue(tx, id))) {
    await cancelUnconfirmed(tx, id);
    return "done";
  }
  if (isSentByHand(withdrawal.method) || !(await isDue(tx, id))) return "nothing";
  // Of a refund that was made its provider says too little back now (`doubtRefunds`): did it arrive?
  if (withdrawal.state === "sending" || withdrawal.state === "paid") {
    await postpone(tx, id, pauseSeconds(withdrawal.asks));
    return withdrawal;
  }
  if (withdrawal.state !== "approved" || env.WITHDRAWALS_PAUSED) return "nothing";
  if (await isInTheWay(tx, withdrawal)) {
    await rejectAsDebt(tx, id);
    return "done";
  }
  const sending = await transition(tx, id, {
    event: "send",
    to: "sending",
    dueInSeconds: withdrawalLimits.firstAskSeconds,
  });
  if (withdrawal.method !== "balance") return sending;
  await payIntoBalance(tx, sending);
  return "done";
}

/** Rejects what a user has asked for and is not on its way yet, when the user owes something. Idempotent. */
export async function rejectForDebt(db: Db, userId: number): Promise<void> {
  const open = await rows<{ id: number }>(db, {
    // What was asked for last stops first: it may leave room for the others.
    text: `select id from payments_withdrawals where user_id = $1 and state = any ($2::text[]) order by id desc`,
    values: [userId, statesBefore("reject")],
  });
  for (const { id } of open) await withTransaction(db, (tx) => rejectOneForDebt(tx, id));
  notifyListeners(db);
}

async function rejectOneForDebt(tx: Tx, id: number): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (nextState(withdrawal.state, "reject") === null || !(await isInTheWay(tx, withdrawal))) return;
  await rejectAsDebt(tx, id);
}

/**
 * Rejects what a partner has asked for of the earnings and is not on its way yet, what was asked for last first, until as much is free
 * as the partner owes for refunded orders and fines that stand. What is left may be asked for again. Idempotent.
 */
export async function rejectForRefundedOrders(db: Db, userId: number, owedKopecks: number): Promise<void> {
  const open = await rows<{ id: number }>(db, {
    text: `select id from payments_withdrawals where user_id = $1 and source = 'partner' and state = any ($2::text[]) order by id desc`,
    values: [userId, statesBefore("reject")],
  });
  let freed = 0;
  for (const { id } of open) {
    if (freed >= owedKopecks) break;
    freed += await withTransaction(db, (tx) => rejectOneForRefundedOrders(tx, id));
  }
  if (freed > 0) notifyListeners(db);
}

/** Returns what was freed, in kopecks. */
async function rejectOneForRefundedOrders(tx: Tx, id: number): Promise<number> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (nextState(withdrawal.state, "reject") === null) return 0;
  const moved = await transition(tx, id, { event: "reject", to: "rejected", reason: "refunded_orders" });
  await releaseFunds(tx, moved, "withdrawal_rejected");
  return moved.amountKopecks;
}

/** Nobody entered the mailed code in time: the money is the user's again. */
async function cancelUnconfirmed(tx: Tx, id: number): Promise<void> {
  const moved = await transition(tx, id, { event: "cancel", to: "cancelled", reason: "not_confirmed" });
  await releaseFunds(tx, moved, "withdrawal_cancelled");
}

async function rejectAsDebt(tx: Tx, id: number): Promise<void> {
  const moved = await transition(tx, id, { event: "reject", to: "rejected", reason: "debt" });
  await releaseFunds(tx, moved, "debt");
}

/**
 * Gives the bonus money of a paid withdrawal free again; what its giver has reversed by now is a debt, and is paid out
 * of it before anybody can spend it.
 */
export async function freeKeptBonus(db: Db, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal.state !== "paid") return;
    await freeBonus(tx, withdrawal, "withdrawal_paid");
    await repayDebt(tx, withdrawal.userId);
    await emitEvent(tx, {
      userId: withdrawal.userId,
      kind: "balance",
      data: { withdrawalId: id, state: "paid" },
    });
  });
  notifyListeners(db);
}

async function isDue(tx: Tx, id: number): Promise<boolean> {
  const row = await one<{ due: boolean }>(tx, {
    text: `select coalesce(due_at <= app_now(), false) as due from payments_withdrawals where id = $1`,
    values: [id],
  });
  return row.due;
}

/** The provider took something back after the request: what is left of the payment may be less than was asked for. */
async function isInTheWay(tx: Tx, { userId, paymentId }: LockedWithdrawal): Promise<boolean> {
  if ((await getDebt(tx, userId)) > 0) return true;
  if (paymentId === null) return false;
  const row = await one<{ fits: boolean }>(tx, {
    text: `select p.state <> 'charged_back' and p.debt_kopecks + (select sum(w.amount_kopecks) from payments_withdrawals w
          where w.payment_id = p.id and w.state not in (${stateList(releasedStates)})) <= p.amount_kopecks as fits
      from payments p where p.id = $1`,
    values: [paymentId],
  });
  return !row.fits;
}

async function payIntoBalance(tx: Tx, withdrawal: LockedWithdrawal): Promise<void> {
  const moved = await transition(tx, withdrawal.id, { event: "confirm", to: "paid" });
  await captureFunds(tx, moved, "withdrawal_paid");
  if (!isEarnings(moved.source))
    throw new Error(`withdrawal ${moved.id} brings no earnings into the balance`);
  await moveFunds(tx, {
    kind: movesOfEarnings[moved.source].toBalance,
    userId: moved.userId,
    houseCode: "main",
    amountKopecks: kopecks(moved.amountKopecks - moved.feeKopecks),
    reference: `${refundReferenceOf(moved.id)}:balance`,
    reason: moved.source,
  });
}

function pauseSeconds(asks: number): number {
  return Math.min(
    withdrawalLimits.longestAskSeconds,
    withdrawalLimits.firstAskSeconds * 2 ** Math.min(asks, 10),
  );
}

/** The provider's answer, or null when it gave none that can be used: then it is asked again later. */
async function askProvider(
  db: Db,
  gateways: Gateways,
  withdrawal: LockedWithdrawal,
): Promise<RefundAnswer | null> {
  const payment = await findProviderPayment(db, withdrawal);
  const refund = gateways.get(payment.provider)?.refund;
  // A provider whose settings were taken away is asked again once they are back.
  if (!refund) return null;
  try {
    return await refund({
      providerPaymentId: payment.providerPaymentId,
      reference: refundReferenceOf(withdrawal.id),
      amount: withdrawal.receiverAmount,
      currency: withdrawal.receiverCurrency,
    });
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    log.warn(
      { withdrawalId: withdrawal.id, asks: withdrawal.asks, error: error.message },
      "refund is not known yet",
    );
    return null;
  }
}

/** Records what became of a refund; leaves when another worker has done so. */
async function takeRefundAnswerIn(tx: Tx, id: number, answer: RefundAnswer): Promise<void> {
  const { state } = await lockWithdrawal(tx, id);
  if (state !== ("sending" satisfies WithdrawalState)) return;
  if (answer.state === "refused") {
    const moved = await transition(tx, id, {
      event: "confirm_return",
      to: "returned",
      reason: "provider_refused",
    });
    await releaseFunds(tx, moved, "provider_refused");
    if (moved.paymentId !== null) await oweForRefusedRefund(tx, moved.paymentId);
    return;
  }
  const moved = await transition(tx, id, {
    event: "confirm",
    to: "paid",
    externalId: answer.providerRefundId,
  });
  await captureFunds(tx, moved, "withdrawal_paid");
}

/** Records what a provider says of a refund that had been made: it stands, or its money is the user's again and pays debts first. */
async function takeLaterAnswerIn(tx: Tx, id: number, answer: RefundAnswer): Promise<void> {
  const { state } = await lockWithdrawal(tx, id);
  if (state !== ("paid" satisfies WithdrawalState)) return;
  if (answer.state !== "refused") return believeRefund(tx, id);
  const moved = await transition(tx, id, { event: "bounce", to: "returned", reason: "provider_refused" });
  const { provider } = await findProviderPayment(tx, moved);
  await restoreFunds(tx, moved, provider);
  if (moved.paymentId !== null) await oweForRefusedRefund(tx, moved.paymentId);
  await repayDebt(tx, moved.userId);
}
