import { askedStates, limits, type PaymentState } from "#features/payments/payments.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";

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
    const payment = await maybeOne<{ userId: number | null; state: PaymentState }>(tx, {
      text: `update payments set state = case when state = 'created' then 'failed' else 'expired' end,
          due_at = null, closed_at = app_now(), updated_at = app_now()
        where id = $1 and (state = 'created'
          or state = 'pending' and expires_at + make_interval(secs => $2) <= app_now())
        returning user_id as "userId", state`,
      values: [id, limits.expiryGraceSeconds],
    });
    if (payment && payment.userId !== null)
      await emitEvent(tx, {
        userId: payment.userId,
        kind: "payment",
        data: { paymentId: id, state: payment.state },
      });
    return payment;
  });
  if (moved) notifyListeners(db);
}
