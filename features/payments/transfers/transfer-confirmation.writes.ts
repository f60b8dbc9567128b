import sql from "sql-template-tag";
import { recordAction } from "#features/identity/audit.writes.ts";
import { transferProvider } from "#features/payments/methods.rules.ts";
import { type PaymentState, type ProviderPayment, referenceOf } from "#features/payments/payments.rules.ts";
import { giveUpPayment } from "#features/payments/provider-polling.writes.ts";
import { takeAnswerIn } from "#features/payments/settlement.writes.ts";
import { transferErrors } from "#features/payments/transfers/transfers.errors.ts";
import { needsTwoPeople, transferReference } from "#features/payments/transfers/transfers.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { AppError } from "#lib/errors/app-error.ts";
import { notifyListeners } from "#lib/jobs/events.ts";
import { decimalRoubles, type Kopecks } from "#lib/money/kopecks.ts";

export type Confirmation = {
  readonly paymentId: number;
  /** What has come in for it, in all. */
  readonly receivedKopecks: Kopecks;
  readonly actorId: number;
  readonly ip: string;
};

export type Confirmed = {
  readonly state: PaymentState;
  /** A second person must say the same before anything moves. */
  readonly isWaitingForSecond: boolean;
};

type LockedTransfer = { id: number; userId: number; state: PaymentState; amountKopecks: number };

/**
 * The staff say what has come in for a transfer. Exactly the agreed amount is credited; another one gets its own state, as
 * with providers. Above the limit it takes the same word of two different people. Saying it again changes nothing.
 * Throws TRANSFER_NOT_FOUND, TRANSFER_OWN, TRANSFER_OVER.
 */
export async function confirmTransfer(db: Db, confirmation: Confirmation): Promise<Confirmed> {
  const confirmed = await withTransaction(db, (tx) => confirm(tx, confirmation));
  notifyListeners(db);
  return confirmed;
}

async function confirm(
  tx: Tx,
  { paymentId, receivedKopecks, actorId, ip }: Confirmation,
): Promise<Confirmed> {
  const transfer = await lockTransfer(tx, paymentId, actorId);
  if (transfer.state === "credited" && receivedKopecks === transfer.amountKopecks) {
    return { state: transfer.state, isWaitingForSecond: false };
  }
  await recordStaffWord(tx, { paymentId, receivedKopecks, actorId });
  const amounts = { agreedKopecks: transfer.amountKopecks, receivedKopecks };
  const isWaitingForSecond =
    needsTwoPeople(amounts, env.SUPPORT_TWO_PEOPLE_KOPECKS) &&
    !(await hasSecond(tx, { paymentId, receivedKopecks, actorId }));
  const paid = { state: "paid", paidAmount: decimalRoubles(receivedKopecks) } as const;
  const settled = isWaitingForSecond ? "unchanged" : await takeWordIn(tx, transfer, paid);
  const state = settled === "unchanged" || settled === "unknown" ? transfer.state : settled;
  if (!isWaitingForSecond && state === transfer.state && !isSameWord(state)) {
    throw new AppError(transferErrors.TRANSFER_OVER);
  }
  await recordAction(tx, {
    actorId,
    action: "transfer.confirm",
    subject: `payment:${paymentId}`,
    details: { ...amounts, from: transfer.state, to: state, isWaitingForSecond },
    ip,
  });
  return { state, isWaitingForSecond };
}

/** States in which the same word once more is no mistake. */
function isSameWord(state: PaymentState): boolean {
  return state === "underpaid" || state === "overpaid";
}

export type ClosedTransfer = {
  readonly paymentId: number;
  readonly reason: string;
  readonly actorId: number;
  readonly ip: string;
};

/** Closes a transfer for which nothing has come. Throws TRANSFER_NOT_FOUND, TRANSFER_OWN, TRANSFER_OVER. */
export async function closeTransfer(
  db: Db,
  { paymentId, reason, actorId, ip }: ClosedTransfer,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const transfer = await lockTransfer(tx, paymentId, actorId);
    const nothing = { state: "declined", paidAmount: "0.00" } as const;
    const settled = await takeWordIn(tx, transfer, nothing);
    if (settled === "unchanged" || settled === "unknown") throw new AppError(transferErrors.TRANSFER_OVER);
    await execute(
      tx,
      sql`update payments_transfers set closed_by = ${actorId} where payment_id = ${paymentId}`,
    );
    await recordAction(tx, {
      actorId,
      action: "transfer.close",
      subject: `payment:${paymentId}`,
      details: { amountKopecks: transfer.amountKopecks, reason },
      ip,
    });
  });
  notifyListeners(db);
}

async function lockTransfer(tx: Tx, paymentId: number, actorId: number): Promise<LockedTransfer> {
  const transfer = await maybeOne<LockedTransfer>(
    tx,
    sql`select id, user_id as "userId", state, amount_kopecks as "amountKopecks" from payments
        where id = ${paymentId} and provider = ${transferProvider} for update`,
  );
  if (!transfer) throw new AppError(transferErrors.TRANSFER_NOT_FOUND);
  if (transfer.userId === actorId) throw new AppError(transferErrors.TRANSFER_OWN);
  return transfer;
}

type Word = { paymentId: number; receivedKopecks: number; actorId: number };

async function recordStaffWord(tx: Tx, { paymentId, receivedKopecks, actorId }: Word): Promise<void> {
  await execute(
    tx,
    sql`insert into payments_transfer_words (payment_id, actor_id, received_kopecks)
        values (${paymentId}, ${actorId}, ${receivedKopecks})
        on conflict (payment_id, actor_id)
          do update set received_kopecks = excluded.received_kopecks, said_at = app_now()`,
  );
}

/** Has somebody else said the same? */
async function hasSecond(tx: Tx, { paymentId, receivedKopecks, actorId }: Word): Promise<boolean> {
  const second = await maybeOne(
    tx,
    sql`select from payments_transfer_words where payment_id = ${paymentId} and actor_id <> ${actorId}
          and received_kopecks = ${receivedKopecks} limit 1`,
  );
  return second !== null;
}

/** The staff's word is what a provider's answer is elsewhere. */
function takeWordIn(tx: Tx, { id }: LockedTransfer, word: Pick<ProviderPayment, "state" | "paidAmount">) {
  return takeAnswerIn(tx, transferProvider, {
    providerPaymentId: transferReference(id),
    reference: referenceOf(id),
    paidCurrency: "RUB",
    reversed: null,
    payerFingerprint: null,
    ...word,
  });
}

/** Ends transfers that nobody has heard of in their time; what comes later can still be confirmed. Answers how many. */
export async function expireTransfers(db: Db, limit: number): Promise<number> {
  const overdue = await rows<{ id: number }>(db as Queryable, {
    text: `select id from payments where provider = $1 and state = 'pending' and due_at is not null
        and expires_at + interval '1 minute' <= app_now() order by id limit $2`,
    values: [transferProvider, limit],
  });
  for (const { id } of overdue) await giveUpPayment(db, id);
  return overdue.length;
}
