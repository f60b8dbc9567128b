import { moveFunds } from "#features/ledger/writes.ts";
import type { Charge } from "#features/payments/charging/rules.ts";
import { GatewayFault, type PaymentGateway } from "#features/payments/gateway/provider.ts";
import {
  askedStates,
  isClosed,
  judgeAnswer,
  limits,
  type PaymentEvent,
  type PaymentState,
  type ProviderPayment,
  paymentIdOf,
  settledState,
} from "#features/payments/rules.ts";
import { toppedUp } from "#features/payments/topics.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, pokeEvents } from "#lib/jobs/events.ts";
import { publish } from "#lib/jobs/topics.ts";
import { log } from "#lib/log.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** `unknown`: no payment of ours; `unchanged`: nothing new; otherwise the state it has moved to. */
export type Settled = PaymentState | "unknown" | "unchanged";

/**
 * Asks the provider about one payment and takes its answer in: state, credit and event in one transaction. However often
 * and in whatever order this is called, a payment is credited once, and only with exactly the agreed amount.
 * Throws GatewayFault when the provider gave no usable answer: then nothing has changed.
 */
export async function settlePayment(
  db: Db,
  gateway: PaymentGateway,
  providerPaymentId: string,
): Promise<Settled> {
  const answer = await gateway.fetchStatus(providerPaymentId, db);
  if (!answer) return "unknown";
  const settled = await withTransaction(db, (tx) => takeAnswerIn(tx, gateway.id, answer));
  if (settled !== "unknown" && settled !== "unchanged") pokeEvents(db);
  return settled;
}

type LockedPayment = {
  id: number;
  userId: number;
  method: string;
  state: PaymentState;
  amountKopecks: number;
  charge: Charge;
  providerPaymentId: string | null;
  /** Its time and the grace after it are over. */
  isOverdue: boolean;
};

/**
 * Takes in what a provider answers, or what the staff say where there is none, in the caller's transaction: state, credit and
 * event. The caller pokes the events afterwards.
 */
export async function takeAnswerIn(tx: Tx, provider: string, answer: ProviderPayment): Promise<Settled> {
  const payment = await lockPayment(tx, provider, answer);
  if (!payment) return "unknown";
  const judged = judgeAnswer(payment.charge, answer);
  if ("unreadable" in judged) throw new GatewayFault(judged.unreadable);
  const isUnpaid = answer.state === "open" && payment.isOverdue;
  const event: PaymentEvent | null = isUnpaid ? "expire" : judged.event;
  const state = settledState(payment.state, event);
  if (state === payment.state) return "unchanged";
  const transferId = state === "credited" ? await creditPayment(tx, provider, payment, answer) : null;
  await storeState(tx, payment, state, answer, transferId);
  await emitEvent(tx, {
    userId: payment.userId,
    // The header's balance follows `balance`; a page that waits for the payment follows both.
    kind: state === "credited" ? "balance" : "payment",
    data: { paymentId: payment.id, state },
  });
  if (state === "credited") await publish(tx, toppedUp, { paymentId: payment.id, userId: payment.userId });
  return state;
}

/**
 * The payment that the answer is about, locked. It must carry our reference, and no other payment of the provider may
 * have been made for it: a mixed-up or made-up pair of ids finds nothing.
 */
async function lockPayment(tx: Tx, provider: string, answer: ProviderPayment): Promise<LockedPayment | null> {
  const id = paymentIdOf(answer.reference);
  if (id === null) return null;
  const payment = await maybeOne<LockedPayment>(tx, {
    text: `select id, user_id as "userId", method, state, amount_kopecks as "amountKopecks",
        provider_payment_id as "providerPaymentId",
        jsonb_build_object('currency', charge_currency,
          'amount', coalesce(charge_amount, (amount_kopecks::numeric / 100)::numeric(20, 2)::text)) as charge,
        expires_at + make_interval(secs => $3) <= app_now() as "isOverdue"
      from payments where id = $1 and provider = $2 for update`,
    values: [id, provider, limits.expiryGraceSeconds],
  });
  if (!payment) return null;
  if (payment.providerPaymentId !== null && payment.providerPaymentId !== answer.providerPaymentId) {
    log.error({ provider, paymentId: id }, "the provider has a second payment for one of ours");
    return null;
  }
  return payment;
}

/** The reference makes it once for ever, whatever happens to the payment's own row. */
async function creditPayment(
  tx: Tx,
  provider: string,
  payment: LockedPayment,
  answer: ProviderPayment,
): Promise<number> {
  const { transferId } = await moveFunds(tx, {
    kind: "top_up",
    userId: payment.userId,
    amountKopecks: kopecks(payment.amountKopecks),
    houseCode: provider,
    reference: `payment:${provider}:${answer.providerPaymentId}`,
    reason: payment.method,
  });
  return transferId;
}

async function storeState(
  tx: Tx,
  payment: LockedPayment,
  state: PaymentState,
  answer: ProviderPayment,
  transferId: number | null,
): Promise<void> {
  const hasCome = answer.state === "paid";
  await execute(tx, {
    text: `update payments set state = $2, updated_at = app_now(),
        provider_payment_id = coalesce(provider_payment_id, $3), redirect_url = coalesce(redirect_url, ''),
        provider_amount = coalesce($4, provider_amount), provider_currency = coalesce($5, provider_currency),
        credited_transfer_id = coalesce(credited_transfer_id, $6),
        credited_at = case when $6::bigint is null then credited_at else app_now() end,
        closed_at = case when $7 then app_now() end,
        due_at = case when $7 then null else coalesce(due_at, app_now()) end
      where id = $1`,
    values: [
      payment.id,
      state,
      answer.providerPaymentId,
      hasCome ? answer.paidAmount : null,
      hasCome ? answer.paidCurrency : null,
      transferId,
      isClosed(state),
    ],
  });
}

export type DuePayment = {
  readonly id: number;
  readonly provider: string;
  readonly providerPaymentId: string | null;
};

/**
 * Takes payments whose provider should be asked, and moves each one's next question ahead by the growing pause: a worker
 * that dies while asking delays its payments, nothing more.
 */
export async function claimDuePayments(db: Queryable, limit: number): Promise<DuePayment[]> {
  return rows<DuePayment>(db, {
    text: `with due as (
        select id from payments where due_at <= app_now() and state = any ($1::text[])
        order by due_at limit $2 for update skip locked)
      update payments p set asks = p.asks + 1,
        due_at = case when p.state = 'underpaid' and p.created_at < app_now() - make_interval(days => $3) then null
          else app_now() + least($4, $5 * power(2, least(p.asks, 10))) * interval '1 second' end
      from due where p.id = due.id
      returning p.id, p.provider, p.provider_payment_id as "providerPaymentId"`,
    values: [askedStates, limit, limits.underpaidDays, limits.longestAskSeconds, limits.firstAskSeconds],
  });
}

/** Gives up a payment that its provider never made, or knows nothing of although its time is over. */
export async function giveUpPayment(db: Db, id: number): Promise<void> {
  const moved = await withTransaction(db, async (tx) => {
    const payment = await maybeOne<{ userId: number; state: PaymentState }>(tx, {
      text: `update payments set state = case when state = 'created' then 'failed' else 'expired' end,
          due_at = null, closed_at = app_now(), updated_at = app_now()
        where id = $1 and (state = 'created'
          or state = 'pending' and expires_at + make_interval(secs => $2) <= app_now())
        returning user_id as "userId", state`,
      values: [id, limits.expiryGraceSeconds],
    });
    if (payment)
      await emitEvent(tx, {
        userId: payment.userId,
        kind: "payment",
        data: { paymentId: id, state: payment.state },
      });
    return payment;
  });
  if (moved) pokeEvents(db);
}
