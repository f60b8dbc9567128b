import sql from "sql-template-tag";
import { recordSecurityEvent } from "#features/identity/security-log/recording.writes.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { lockBalance, reserveFunds } from "#features/ledger/ledger.writes.ts";
import { rateText } from "#features/payments/charge-currency/charge-currency.rules.ts";
import type { Gateways } from "#features/payments/gateway/provider.gateway.ts";
import { paymentErrors } from "#features/payments/payments.errors.ts";
import {
  CODE_MINUTES,
  destinationIn,
} from "#features/payments/withdrawals/payout-destination/payout-destination.rules.ts";
import {
  mailCode,
  type PayoutDestination,
  recordDestination,
} from "#features/payments/withdrawals/payout-destination/payout-destination.writes.ts";
import { readUnusedTopUps } from "#features/payments/withdrawals/refundable-top-ups.reads.ts";
import {
  listMethodsOf,
  type MethodTerms,
  readMethodTerms,
  refuseForeignSource,
} from "#features/payments/withdrawals/terms.reads.ts";
import { withdrawalErrors } from "#features/payments/withdrawals/withdrawals.errors.ts";
import {
  lockWithdrawal,
  releaseFunds,
  transition,
} from "#features/payments/withdrawals/withdrawals.writes.ts";
import {
  bonusToKeep,
  isEarnings,
  movesOfEarnings,
  partOfCharge,
  refundReferenceOf,
  statesBefore,
  usdtFor,
  type WithdrawalMethod,
  type WithdrawalSource,
  type WithdrawalState,
  withdrawalLimits,
} from "#features/payments/withdrawals.rules.ts";
import { inputHash } from "#lib/api/input-hash.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError, isAppError } from "#lib/errors/app-error.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { keyedHash } from "#lib/keyed-hash.ts";
import { decimalRoubles, type Kopecks, kopecks } from "#lib/money/kopecks.ts";
import { seal } from "#lib/sealed-text.ts";

export type WithdrawalRequest = {
  readonly userId: number;
  readonly source: WithdrawalSource;
  readonly method: WithdrawalMethod;
  readonly amountKopecks: number;
  /** The top-up that goes back; only for the source `top_up`. */
  readonly paymentId: number | null;
  /** Card number or address as typed; only for the methods that need one. */
  readonly destination: string | null;
  /** Words for the staff. */
  readonly comment?: string | null;
  readonly idempotencyKey: string;
};

/**
 * Records a withdrawal and reserves its money, both or neither; to a card or address that is new a code is mailed first
 * (`confirmWithdrawalDestination`). The same key and input answer the first one again.
 * Throws WITHDRAWALS_PAUSED, WITHDRAWAL_*, REQUISITES_INVALID, PAYMENT_NOT_FOUND, TOO_MANY_OPEN_WITHDRAWALS, RATE_UNKNOWN,
 * IDEMPOTENCY_MISMATCH, TOO_MANY_REQUESTS, TOO_MANY_ATTEMPTS, and NOT_FOUND for a source that the user does not have.
 */
export async function requestWithdrawal(
  db: Db,
  gateways: Gateways,
  request: WithdrawalRequest,
): Promise<{ id: number; replayed: boolean }> {
  const noted = await withTransaction(db, (tx) => requestWithdrawalIn(tx, gateways, request));
  if (!noted.replayed) notifyListeners(db);
  return noted;
}

/** The same in the caller's transaction, which pokes the events afterwards: for a request that the staff make for a user. */
export async function requestWithdrawalIn(
  tx: Tx,
  gateways: Gateways,
  request: WithdrawalRequest,
): Promise<{ id: number; replayed: boolean }> {
  if (env.WITHDRAWALS_PAUSED) throw new AppError(withdrawalErrors.WITHDRAWALS_PAUSED);
  await refuseForeignSource(tx, request.userId, request.source);
  const destination = readDestination(request);
  const inputHash = hashOf(request, destination);
  const payment = await lockAccounts(tx, request);
  const earlier = await findEarlier(tx, request, inputHash);
  if (earlier !== null) return { id: earlier, replayed: true };
  await refuseWhatStandsInTheWay(tx, request);
  const terms = await termsOf(tx, request);
  const bonusKopecks = await refuseAmount(tx, gateways, request, terms);
  const place =
    destination === null ? null : await recordDestination(tx, request.userId, request.method, destination);
  const state: WithdrawalState = place && !place.isConfirmed ? "unconfirmed" : "requested";
  const noted = { terms, payment, bonusKopecks, destination, place, state, inputHash };
  const id = await recordWithdrawal(tx, request, noted);
  const what = place?.masked ?? "";
  const { amountKopecks } = request;
  await recordSecurityEvent(tx, request.userId, { kind: "withdrawalAsked", what, amountKopecks });
  if (place && state === "unconfirmed") {
    const { userId, source } = request;
    await mailCode(tx, place, { kind: "withdrawal", id, userId, source, amountKopecks });
  }
  await emitEvent(tx, { userId: request.userId, kind: "balance", data: { withdrawalId: id, state } });
  return { id, replayed: false };
}

/** Takes a request of the user's own back before it is approved. Throws WITHDRAWAL_NOT_FOUND, WITHDRAWAL_MOVED_ON. */
export function cancelWithdrawal(db: Db, userId: number, id: number): Promise<void> {
  return takeBack(db, userId, id, "cancel");
}

async function takeBack(db: Db, userId: number, id: number, event: "cancel" | "stop"): Promise<void> {
  await withTransaction(db, async (tx) => {
    await lockWithdrawal(tx, id, userId);
    const moved = await transition(tx, id, { event, to: "cancelled" });
    await releaseFunds(tx, moved, "withdrawal_cancelled");
  });
  notifyListeners(db);
}

/**
 * The owner doubts who was in the account: whatever has not begun to leave is taken back, also what is signed, each in a transaction
 * of its own. One that is on its way by then is past taking back. Again it changes nothing.
 */
export async function stopWithdrawals(db: Db, userId: number): Promise<void> {
  const waiting = await rows<{ id: number }>(
    db,
    sql`select id from payments_withdrawals where user_id = ${userId} and state = any (${statesBefore("stop")}::text[]) order by id`,
  );
  for (const { id } of waiting) {
    await takeBack(db, userId, id, "stop").catch((error: unknown) => {
      if (!isAppError(error) || error.code !== "WITHDRAWAL_MOVED_ON") throw error;
    });
  }
}

function readDestination({ method, destination, paymentId, source }: WithdrawalRequest): string | null {
  const needsThem = method === "usdt" || method === "card";
  if ((source === "top_up") !== (paymentId !== null)) {
    throw new AppError(withdrawalErrors.WITHDRAWAL_METHOD_NOT_OFFERED);
  }
  if (!needsThem) {
    if (destination !== null) throw new AppError(withdrawalErrors.REQUISITES_INVALID);
    return null;
  }
  const read = destinationIn(method, destination ?? "");
  if (read === null) throw new AppError(withdrawalErrors.REQUISITES_INVALID);
  return read;
}

function hashOf(
  { source, method, amountKopecks, paymentId, comment }: WithdrawalRequest,
  destination: string | null,
): string {
  // Keyed, since whoever reads the table must not learn the card number.
  const destinationMark =
    destination === null ? null : keyedHash("withdrawal-input", destination).toString("base64url");
  // Without a comment it is the hash of before there were comments: an earlier request is still found.
  const words = comment ? [comment] : [];
  return inputHash("withdrawal", source, method, amountKopecks, paymentId, destinationMark, ...words);
}

type ChargedPayment = {
  id: number;
  provider: string;
  amountKopecks: number;
  amount: string;
  currency: string;
};

/**
 * The payment, then the earnings, then the wallet, which every request of a user locks: two of them never
 * decide by the same money, and of one key there is one.
 */
async function lockAccounts(tx: Tx, request: WithdrawalRequest): Promise<ChargedPayment | null> {
  const payment =
    request.paymentId === null ? null : await lockPayment(tx, request.userId, request.paymentId);
  if (isEarnings(request.source)) await lockBalance(tx, request.source, request.userId);
  await lockBalance(tx, "user", request.userId);
  return payment;
}

async function lockPayment(tx: Tx, userId: number, id: number): Promise<ChargedPayment> {
  const payment = await maybeOne<ChargedPayment & { chargeAmount: string | null }>(
    tx,
    sql`select id, provider, amount_kopecks as "amountKopecks", charge_amount as "chargeAmount", charge_currency as currency
        from payments where id = ${id} and user_id = ${userId} for update`,
  );
  if (!payment) throw new AppError(paymentErrors.PAYMENT_NOT_FOUND);
  return { ...payment, amount: payment.chargeAmount ?? decimalRoubles(kopecks(payment.amountKopecks)) };
}

async function findEarlier(tx: Tx, request: WithdrawalRequest, inputHash: string): Promise<number | null> {
  const earlier = await maybeOne<{ id: number; inputHash: string }>(
    tx,
    sql`select id, input_hash as "inputHash" from payments_withdrawals
        where user_id = ${request.userId} and idempotency_key = ${request.idempotencyKey}`,
  );
  if (earlier && earlier.inputHash !== inputHash) throw new AppError(apiErrors.IDEMPOTENCY_MISMATCH);
  return earlier?.id ?? null;
}

async function refuseWhatStandsInTheWay(tx: Tx, { userId }: WithdrawalRequest): Promise<void> {
  const { open, today } = await one<{ open: number; today: number }>(
    tx,
    sql`select count(*) filter (where closed_at is null) as open,
          count(*) filter (where created_at > app_now() - interval '1 day') as today
        from payments_withdrawals where user_id = ${userId}`,
  );
  if (open >= withdrawalLimits.openAtOnce) throw new AppError(withdrawalErrors.TOO_MANY_OPEN_WITHDRAWALS);
  if (today >= withdrawalLimits.startsPerDay) {
    throw new AppError(apiErrors.TOO_MANY_REQUESTS, { headers: { "retry-after": "3600" } });
  }
  if ((await getDebt(tx, userId)) > 0) throw new AppError(withdrawalErrors.WITHDRAWAL_BLOCKED_BY_DEBT);
}

async function termsOf(tx: Tx, { userId, source, method }: WithdrawalRequest): Promise<MethodTerms> {
  if (!(await listMethodsOf(tx, userId, source)).includes(method)) {
    throw new AppError(withdrawalErrors.WITHDRAWAL_METHOD_NOT_OFFERED);
  }
  const terms = await readMethodTerms(tx, method);
  if (!terms) throw new AppError(withdrawalErrors.RATE_UNKNOWN);
  return terms;
}

/** Refuses an amount outside the limits; answers the bonus money that goes back with it. */
async function refuseAmount(
  tx: Tx,
  gateways: Gateways,
  request: WithdrawalRequest,
  terms: MethodTerms,
): Promise<Kopecks> {
  const amount = kopecks(request.amountKopecks);
  const smallest = Math.max(terms.minKopecks, terms.feeKopecks + 1);
  if (isEarnings(request.source)) {
    const available = await lockBalance(tx, request.source, request.userId);
    refuseOutside(amount, kopecks(smallest), available);
    return kopecks(0);
  }
  const { left, topUps } = await readUnusedTopUps(tx, gateways, request.userId, "en");
  const refundable = topUps.find(({ paymentId }) => paymentId === request.paymentId)?.refundableKopecks ?? 0;
  // What is left of a top-up may be less than the minimum; then the whole of it goes.
  refuseOutside(amount, kopecks(Math.min(smallest, refundable)), kopecks(refundable));
  return bonusToKeep(amount, left);
}

function refuseOutside(amount: Kopecks, smallest: Kopecks, largest: Kopecks): void {
  if (amount > largest) {
    throw new AppError(withdrawalErrors.WITHDRAWAL_TOO_LARGE, {
      details: { maximum: decimalRoubles(largest) },
    });
  }
  if (amount < smallest) {
    throw new AppError(withdrawalErrors.WITHDRAWAL_TOO_SMALL, {
      details: { minimum: decimalRoubles(smallest) },
    });
  }
}

type Noted = {
  terms: MethodTerms;
  payment: ChargedPayment | null;
  bonusKopecks: Kopecks;
  destination: string | null;
  place: PayoutDestination | null;
  state: WithdrawalState;
  inputHash: string;
};

async function recordWithdrawal(
  tx: Tx,
  request: WithdrawalRequest,
  { terms, payment, bonusKopecks, destination, place, state, inputHash }: Noted,
): Promise<number> {
  const { userId, method, source } = request;
  const amount = kopecks(request.amountKopecks);
  const { id } = await one<{ id: number }>(
    tx,
    sql`select nextval(pg_get_serial_sequence('payments_withdrawals', 'id'))::bigint as id`,
  );
  const { holdId } = await reserveFunds(tx, {
    kind: isEarnings(source) ? movesOfEarnings[source].hold : "top_up_refund",
    userId,
    houseCode: payment?.provider ?? "main",
    amountKopecks: amount,
    reference: refundReferenceOf(id),
  });
  const bonusHoldId = bonusKopecks === 0 ? null : await reserveBonus(tx, userId, id, bonusKopecks);
  const arrival = arrivalOf(amount, terms, payment);
  await execute(
    tx,
    sql`insert into payments_withdrawals (id, user_id, source, method, payment_id, amount_kopecks, fee_kopecks, bonus_kopecks,
          receiver_amount, receiver_currency, rub_per_unit, sealed_destination, masked_destination, destination_id, comment, state, due_at, hold_id, bonus_hold_id,
          needs_second, idempotency_key, input_hash)
        values (${id}, ${userId}, ${source}, ${method}, ${request.paymentId}, ${amount}, ${terms.feeKopecks}, ${bonusKopecks},
          ${arrival.amount}, ${arrival.currency}, ${terms.microRubPerUnit === null ? null : rateText(terms.microRubPerUnit)},
          ${destination === null ? null : seal(destination)}, ${place?.masked ?? null}, ${place?.id ?? null}, ${request.comment ?? null},
          ${state}, case when ${state === "unconfirmed"} then app_now() + make_interval(mins => ${CODE_MINUTES}) end, ${holdId}, ${bonusHoldId}, ${amount > env.WITHDRAWAL_SECOND_APPROVAL_KOPECKS},
          ${request.idempotencyKey}, ${inputHash})`,
  );
  return id;
}

async function reserveBonus(tx: Tx, userId: number, id: number, amountKopecks: Kopecks): Promise<number> {
  const { holdId } = await reserveFunds(tx, {
    kind: "bonus_hold",
    userId,
    houseCode: "main",
    amountKopecks,
    reference: `${refundReferenceOf(id)}:bonus`,
  });
  return holdId;
}

/** What arrives, as the receiver counts it. */
function arrivalOf(
  amount: Kopecks,
  terms: MethodTerms,
  payment: ChargedPayment | null,
): { amount: string; currency: string } {
  const net = kopecks(amount - terms.feeKopecks);
  if (payment) {
    const part = partOfCharge(amount, kopecks(payment.amountKopecks), payment.amount);
    if (part === null) throw new Error(`payment ${payment.id} has no readable charge`);
    return { amount: part, currency: payment.currency };
  }
  return terms.microRubPerUnit === null
    ? { amount: decimalRoubles(net), currency: "RUB" }
    : { amount: usdtFor(net, terms.microRubPerUnit), currency: terms.currency };
}
