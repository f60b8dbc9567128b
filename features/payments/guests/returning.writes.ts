import sql from "sql-template-tag";
import type { Charge } from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  GatewayFault,
  type Gateways,
  type RefundAnswer,
} from "#features/payments/gateway/provider.gateway.ts";
import { guestLimits, returnReferenceOf } from "#features/payments/guests.rules.ts";
import type { PaymentState } from "#features/payments/payments.rules.ts";
import { settlePayment } from "#features/payments/settlement.writes.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { takeEach } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";

/** Works on what no account has taken in time. Answers how many payments there were. */
export async function returnUnclaimed(db: Db, gateways: Gateways, limit: number): Promise<number> {
  const due = await rows<{ id: number }>(
    db,
    sql`select payment_id as id from payments_guests
        where return_due_at <= app_now() and claimed_by is null and ended_at is null and kept_at is null
        order by return_due_at limit ${limit}`,
  );
  return takeEach("return a guest's payment", due, ({ id }) => returnPayment(db, gateways, id));
}

/**
 * Sends back what a guest has paid: first it is noted that nobody can take it any more, then the provider is asked outside any
 * transaction, then its answer is noted. The reference makes it one refund however often that happens.
 */
async function returnPayment(db: Db, gateways: Gateways, id: number): Promise<void> {
  const leaving = await withTransaction(db, (tx) => beginReturn(tx, gateways, id));
  if (leaving === null) return;
  const answer = await askToRefund(gateways, leaving);
  if (answer === null || answer.state === "pending") return;
  if (answer.state === "refused") return keep(db, id);
  await execute(
    db,
    sql`update payments_guests set ended_at = app_now() where payment_id = ${id} and returning_at is not null`,
  );
  await readReturn(db, gateways, leaving);
}

/** The payment's own state says so at once; else a notice of the provider or the next question does. */
async function readReturn(db: Db, gateways: Gateways, { id, provider, providerPaymentId }: Leaving) {
  const gateway = gateways.get(provider);
  if (!gateway) return;
  await settlePayment(db, gateway, providerPaymentId).catch((error: Error) =>
    log.warn({ paymentId: id, error: error.message }, "returned payment could not be read"),
  );
}

type Leaving = { id: number; provider: string; providerPaymentId: string; charge: Charge };
type LockedGuest = Leaving & { state: PaymentState; isReturning: boolean };

/** What the provider is to be asked for; null where there is nothing to send back, or nobody who could. */
async function beginReturn(tx: Tx, gateways: Gateways, id: number): Promise<Leaving | null> {
  await execute(tx, sql`select from payments where id = ${id} for update`);
  const found = await maybeOne<LockedGuest>(
    tx,
    sql`select p.id, p.state, p.provider, p.provider_payment_id as "providerPaymentId", g.returning_at is not null as "isReturning",
          jsonb_build_object('currency', p.charge_currency,
            'amount', coalesce(p.charge_amount, (p.amount_kopecks::numeric / 100)::numeric(20, 2)::text)) as charge
        from payments_guests g join payments p on p.id = g.payment_id
        where g.payment_id = ${id} and g.claimed_by is null and g.ended_at is null and g.kept_at is null
          and g.return_due_at <= app_now()`,
  );
  if (!found) return null;
  if (found.state !== "confirmed") {
    await settleWithoutReturn(tx, found);
    return null;
  }
  if (!found.isReturning && !gateways.get(found.provider)?.refund) {
    await keep(tx, id);
    return null;
  }
  await execute(
    tx,
    sql`update payments_guests set returning_at = coalesce(returning_at, app_now()), asks = asks + 1,
          return_due_at = app_now()
            + least(${guestLimits.longestAskSeconds}, ${guestLimits.firstAskSeconds} * power(2, least(asks, 10))) * interval '1 second'
        where payment_id = ${id}`,
  );
  return found;
}

/** Another amount than agreed waits for the staff; where no money came, or it has left, it is over; what is open is looked at again. */
async function settleWithoutReturn(tx: Tx, { id, state }: LockedGuest): Promise<void> {
  if (state === "underpaid" || state === "overpaid") return keep(tx, id);
  if (state === "created" || state === "pending") {
    await execute(
      tx,
      sql`update payments_guests set return_due_at = app_now() + interval '1 day' where payment_id = ${id}`,
    );
    return;
  }
  await execute(tx, sql`update payments_guests set ended_at = app_now() where payment_id = ${id}`);
}

/** Removes the addresses of what has been over for so long that no money comes any more. Returns how many. */
export function forgetAddresses(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`update payments_guests set email_key = null where payment_id in (
          select payment_id from payments_guests
          where email_key is not null and ended_at < app_now() - make_interval(days => ${guestLimits.addressDays}) limit ${limit})`,
  );
}

/** It waits for the staff, and an account may still take it. */
async function keep(db: Queryable, id: number): Promise<void> {
  await execute(
    db,
    sql`update payments_guests set kept_at = app_now(), returning_at = null
        where payment_id = ${id} and claimed_by is null and ended_at is null`,
  );
}

/** The provider's answer, or null when it gave none that can be used: then it is asked again later. */
async function askToRefund(gateways: Gateways, leaving: Leaving): Promise<RefundAnswer | null> {
  const { id, provider, providerPaymentId, charge } = leaving;
  // A provider whose settings were taken away is asked again once they are back.
  const refund = gateways.get(provider)?.refund;
  if (!refund) return null;
  try {
    return await refund({ providerPaymentId, reference: returnReferenceOf(id), ...charge });
  } catch (error) {
    if (!(error instanceof GatewayFault)) throw error;
    log.warn({ paymentId: id, error: error.message }, "return to a guest is not known yet");
    return null;
  }
}
