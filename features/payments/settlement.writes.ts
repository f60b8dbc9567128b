import { createHash } from "node:crypto";
import { repayDebt } from "#features/ledger/debts/debts.writes.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import type { Charge } from "#features/payments/charge-currency/charge-currency.rules.ts";
import { GatewayFault, type PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { awaitClaim } from "#features/payments/guest-money.writes.ts";
import {
  isClosed,
  isRestored,
  judgeAnswer,
  limits,
  type PaymentEvent,
  type PaymentState,
  type ProviderPayment,
  paymentIdOf,
  settledState,
} from "#features/payments/payments.rules.ts";
import { toppedUp } from "#features/payments/payments.topics.ts";
import { applyReversal, StaleAnswer } from "#features/payments/reversals.writes.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { publish } from "#lib/jobs/topics.ts";
import { log } from "#lib/log.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** `unknown`: no payment of ours; `unchanged`: nothing new; otherwise the state it has moved to. */
export type Settled = PaymentState | "unknown" | "unchanged";

/** What the provider answered, null where it has no such payment, and what that led to. */
export type TakenAnswer = { readonly answer: ProviderPayment | null; readonly settled: Settled };

const ATTEMPTS = 5;

/**
 * Asks the provider about one payment and takes its answer in: state, credit, debt and event in one transaction. However often
 * and in whatever order this is called, a payment is credited once, and only with exactly the agreed amount; what was taken
 * back of it is what the provider's newest answer says. Throws GatewayFault when the provider gave no usable answer: then
 * nothing has changed.
 */
export async function settlePayment(
  db: Db,
  gateway: PaymentGateway,
  providerPaymentId: string,
): Promise<Settled> {
  const { settled } = await settleRecorded(db, gateway, providerPaymentId, async () => {});
  return settled;
}

/**
 * As `settlePayment`, with the answer that was taken in. `record` runs in the transaction of what the answer led to, so that
 * neither is there without the other; it also runs where nothing is new or the provider has no such payment.
 */
export async function settleRecorded(
  db: Db,
  gateway: PaymentGateway,
  providerPaymentId: string,
  record: (tx: Tx, taken: TakenAnswer) => Promise<void>,
): Promise<TakenAnswer> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const version = await findReversalVersion(db, gateway.id, providerPaymentId);
    const answer = await gateway.fetchStatus(providerPaymentId, db);
    try {
      const taken = await withTransaction(db, async (tx): Promise<TakenAnswer> => {
        const settled = answer ? await takeAnswerIn(tx, gateway.id, answer, version) : "unknown";
        await record(tx, { answer, settled });
        return { answer, settled };
      });
      if (taken.settled !== "unknown" && taken.settled !== "unchanged") notifyListeners(db);
      return taken;
    } catch (error) {
      if (!(error instanceof StaleAnswer)) throw error;
    }
  }
  throw new GatewayFault("the payment keeps changing");
}

/** What an answer must still find when it is taken in; it was asked for after this was read. */
async function findReversalVersion(db: Db, provider: string, providerPaymentId: string): Promise<number> {
  const row = await maybeOne<{ version: number }>(db, {
    text: `select reversal_version as version from payments where provider = $1 and provider_payment_id = $2`,
    values: [provider, providerPaymentId],
  });
  return row?.version ?? 0;
}

/**
 * Takes in what a provider answers, or what the staff say where there is none, in the caller's transaction: state, credit, debt
 * and event. The caller pokes the events afterwards. `version`: of what was reversed, as read before the provider was asked.
 * Throws GatewayFault on an answer that cannot be read, StaleAnswer when what was reversed has changed since `version`.
 */
export async function takeAnswerIn(
  tx: Tx,
  provider: string,
  answer: ProviderPayment,
  version: number | null = null,
): Promise<Settled> {
  const payment = await lockPayment(tx, provider, answer);
  if (!payment) return "unknown";
  const judged = judgeAnswer(payment.charge, answer);
  if ("unreadable" in judged) throw new GatewayFault(judged.unreadable);
  const isUnpaid = answer.state === "open" && payment.isOverdue;
  const event: PaymentEvent | null = isUnpaid ? "expire" : judged.event;
  const isThereAgain = !payment.isCredited && isRestored(payment, answer);
  if (isThereAgain && version !== null && version !== payment.reversalVersion) throw new StaleAnswer();
  const state = settledState(isThereAgain ? "pending" : payment.state, event, payment.userId !== null);
  const credited = state !== payment.state && (await movePayment(tx, provider, payment, answer, state));
  const isCredited = payment.isCredited || credited;
  const afterwards = await applyReversal(tx, { ...payment, state, isCredited }, answer, version);
  if (afterwards !== null) return afterwards;
  return state === payment.state ? "unchanged" : state;
}

/** Moves a payment by what has come in. Answers whether it was credited. */
async function movePayment(
  tx: Tx,
  provider: string,
  payment: LockedPayment,
  answer: ProviderPayment,
  state: PaymentState,
): Promise<boolean> {
  const { userId } = payment;
  if (userId === null) {
    await storeState(tx, payment, state, answer, null);
    if (state === "confirmed") await awaitClaim(tx, payment.id);
    return false;
  }
  const isCredited = state === "credited";
  const transferId = isCredited ? await creditPayment(tx, provider, { ...payment, userId }, answer) : null;
  await storeState(tx, payment, state, answer, transferId);
  await emitEvent(tx, {
    userId,
    // The header's balance follows `balance`; a page that waits for the payment follows both.
    kind: isCredited ? "balance" : "payment",
    data: { paymentId: payment.id, state },
  });
  if (isCredited) {
    await publish(tx, toppedUp, { paymentId: payment.id, userId });
    await repayDebt(tx, userId);
  }
  return isCredited;
}

type LockedPayment = {
  id: number;
  provider: string;
  /** Null: a guest's, which no account has taken. */
  userId: number | null;
  method: string;
  state: PaymentState;
  amountKopecks: number;
  charge: Charge;
  providerPaymentId: string | null;
  isCredited: boolean;
  reversedKopecks: number;
  debtKopecks: number;
  reversalVersion: number;
  /** Its time and the grace after it are over. */
  isOverdue: boolean;
};

/**
 * The payment that the answer is about, locked. It must carry our reference, and no other payment of the provider may
 * have been made for it: a mixed-up or made-up pair of ids finds nothing.
 */
async function lockPayment(tx: Tx, provider: string, answer: ProviderPayment): Promise<LockedPayment | null> {
  const id = paymentIdOf(answer.reference);
  if (id === null) return null;
  const payment = await maybeOne<LockedPayment>(tx, {
    text: `select id, provider, user_id as "userId", method, state, amount_kopecks as "amountKopecks",
        provider_payment_id as "providerPaymentId",
        jsonb_build_object('currency', charge_currency,
          'amount', coalesce(charge_amount, (amount_kopecks::numeric / 100)::numeric(20, 2)::text)) as charge,
        credited_transfer_id is not null as "isCredited", reversed_kopecks as "reversedKopecks",
        debt_kopecks as "debtKopecks", reversal_version as "reversalVersion",
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
  payment: LockedPayment & { readonly userId: number },
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
        payer_fingerprint = coalesce($8, payer_fingerprint),
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
      fingerprintOf(payment.provider, answer.payerFingerprint),
    ],
  });
}

/** What is kept of who paid: enough to recognise the payer, nothing to be read. */
function fingerprintOf(provider: string, fingerprint: string | null): string | null {
  if (fingerprint === null) return null;
  return createHash("sha256").update(`${provider}:${fingerprint}`).digest("hex");
}
