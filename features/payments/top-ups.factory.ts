import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

export type TopUpInput = {
  userId: number;
  amountKopecks: number;
  /** What the provider tells of the payer; none by default. */
  payerFingerprint?: string;
  method?: string;
};

let lastTopUp = 0;

/** A top-up as its provider's answer leaves it: credited now, by the database's clock. Answers the payment's id. */
export async function givenTopUp(db: Db, input: TopUpInput): Promise<number> {
  const { userId, amountKopecks, payerFingerprint = null, method = "test-gateway" } = input;
  lastTopUp += 1;
  const providerPaymentId = `tp_${lastTopUp}_${crypto.randomUUID()}`;
  const reference = `payment:test-gateway:${providerPaymentId}`;
  return withTransaction(db, async (tx) => {
    const { transferId } = await one<{ transferId: number }>(
      tx,
      sql`select transfer_id as "transferId"
          from ledger_move('top_up', ${userId}, 'test-gateway', ${amountKopecks}, ${reference}, ${method})`,
    );
    const { id } = await one<{ id: number }>(
      tx,
      sql`insert into payments (user_id, method, provider, provider_payment_id, amount_kopecks, state, idempotency_key, input_hash,
            redirect_url, provider_amount, provider_currency, payer_fingerprint, credited_transfer_id, credited_at, closed_at, expires_at)
          values (${userId}, ${method}, 'test-gateway', ${providerPaymentId}, ${amountKopecks}, 'credited', ${providerPaymentId}, '-',
            '', (${amountKopecks}::numeric / 100)::numeric(20, 2)::text, 'RUB', ${payerFingerprint}, ${transferId}, app_now(), app_now(),
            app_now() + interval '1 hour')
          returning id`,
    );
    return id;
  });
}

/** Its provider takes back so much of a top-up in all: the new part of it becomes debt. */
export async function reverseTopUp(db: Db, paymentId: number, reversedKopecks: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const row = await one<{ user_id: number; reference: string; version: number; before: number }>(
      tx,
      sql`select user_id, 'payment:' || provider || ':' || provider_payment_id as reference,
            reversal_version + 1 as version, reversed_kopecks as before
          from payments where id = ${paymentId} for update`,
    );
    await execute(
      tx,
      sql`select * from ledger_move('payment_refund', ${row.user_id}, 'test-gateway', ${reversedKopecks - row.before},
          ${`${row.reference}:taken:${row.version}`}, 'refund')`,
    );
    await execute(
      tx,
      sql`update payments set state = 'refunded', reversed_kopecks = ${reversedKopecks}, debt_kopecks = ${reversedKopecks},
            reversal_version = ${row.version} where id = ${paymentId}`,
    );
  });
}
