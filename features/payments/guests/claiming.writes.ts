import sql from "sql-template-tag";
import { findPersonKey } from "#features/identity/account-facts.reads.ts";
import { repayDebt } from "#features/ledger/debts/debts.writes.ts";
import { moveFunds } from "#features/ledger/ledger.writes.ts";
import { nextState, type PaymentState } from "#features/payments/payments.rules.ts";
import { toppedUp } from "#features/payments/payments.topics.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";
import { publish } from "#lib/jobs/topics.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/**
 * Gives an account what guests have paid under its address, which it has proved: the payments are its own from now on, and those
 * whose money is there are credited. What goes back to its source already is left. As often as it is called, each is taken and
 * credited once. Returns the newest payment that the account has taken so, now or earlier; null when there is none.
 */
export async function claimGuestPayments(db: Db, userId: number): Promise<number | null> {
  const emailKey = await findPersonKey(db, userId);
  const waiting = await rows<{ id: number }>(
    db,
    sql`select payment_id as id from payments_guests
        where email_key = ${emailKey} and claimed_by is null and ended_at is null and returning_at is null
        order by payment_id`,
  );
  for (const { id } of waiting) await withTransaction(db, (tx) => claimOne(tx, id, userId));
  if (waiting.length > 0) notifyListeners(db);
  const latest = await maybeOne<{ id: number | null }>(
    db,
    sql`select max(payment_id) as id from payments_guests where claimed_by = ${userId}`,
  );
  return latest?.id ?? null;
}

type Claimed = {
  id: number;
  state: PaymentState;
  provider: string;
  providerPaymentId: string | null;
  method: string;
  amountKopecks: Kopecks;
};

/** The payment's lock comes first, as it does where its provider answers and where it is sent back. */
async function claimOne(tx: Tx, id: number, userId: number): Promise<void> {
  await execute(tx, sql`select from payments where id = ${id} for update`);
  const isTaken = await execute(
    tx,
    sql`update payments_guests set claimed_by = ${userId}, claimed_at = app_now(), email_key = null, kept_at = null
        where payment_id = ${id} and claimed_by is null and ended_at is null and returning_at is null`,
  );
  if (isTaken === 0) return;
  const payment = await maybeOne<Claimed>(
    tx,
    sql`update payments set user_id = ${userId}, updated_at = app_now() where id = ${id} and user_id is null
        returning id, state, provider, provider_payment_id as "providerPaymentId", method, amount_kopecks as "amountKopecks"`,
  );
  if (!payment) throw new Error(`payment ${id} of a guest has an owner already`);
  const credited = nextState(payment.state, "credit");
  if (credited !== null) await credit(tx, payment, userId, credited);
  await emitEvent(tx, {
    userId,
    kind: credited === null ? "payment" : "balance",
    data: { paymentId: id, state: credited ?? payment.state },
  });
}

/** The reference is the one of every top-up: a provider's payment is credited once for ever. */
async function credit(tx: Tx, payment: Claimed, userId: number, state: PaymentState): Promise<void> {
  const { id, provider, providerPaymentId, method, amountKopecks } = payment;
  const { transferId } = await moveFunds(tx, {
    kind: "top_up",
    userId,
    amountKopecks,
    houseCode: provider,
    reference: `payment:${provider}:${providerPaymentId}`,
    reason: method,
  });
  await execute(
    tx,
    sql`update payments set state = ${state}, credited_transfer_id = ${transferId}, credited_at = app_now(), closed_at = app_now(),
          due_at = null, updated_at = app_now()
        where id = ${id}`,
  );
  await publish(tx, toppedUp, { paymentId: id, userId });
  await repayDebt(tx, userId);
}
