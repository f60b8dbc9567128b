import { randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import type { TransferMatch } from "#features/payments/tether.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

/** Tron addresses with a right check sum: ours, and one of a payer. */
export const OUR_ADDRESS = "TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh";
export const PAYERS_ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

export type TetherPayment = { id: number; user: number };

/** A payment of 24.54 USDT at 81.5 with its invoice, in a state. Owner only. */
export async function givenTetherPayment(
  owner: Db,
  user: number,
  state = "underpaid",
): Promise<TetherPayment> {
  const { id } = await one<{ id: number }>(
    owner,
    sql`insert into payments (user_id, method, provider, provider_payment_id, redirect_url, amount_kopecks, state,
          idempotency_key, input_hash, expires_at, charge_amount, charge_currency, rub_per_unit, provider_amount,
          provider_currency, closed_at, due_at)
        values (${user}, 'tether', 'usdt-trc20', ${`p-${randomBytes(8).toString("hex")}`}, '/x', 200000, ${state},
          ${crypto.randomUUID()}, '', app_now() + interval '1 hour', '24.540017', 'USDT', 81.5, '20.000000', 'USDT',
          case when ${state} = 'underpaid' then null else app_now() end, null)
        returning id`,
  );
  await execute(
    owner,
    sql`insert into payments_tether_invoices (payment_id, address, amount_micro, expires_at, released_at)
        values (${id}, ${OUR_ADDRESS}, 24540017, app_now() + interval '1 hour', app_now())`,
  );
  return { id, user };
}

/** A confirmed transfer to our address; answers its transaction. Owner only. */
export async function givenTetherTransfer(
  owner: Db,
  payment: TetherPayment | null,
  amountMicro: number,
  match: TransferMatch = "underpaid",
): Promise<string> {
  const transactionId = randomBytes(32).toString("hex");
  await execute(
    owner,
    sql`insert into payments_tether_transfers (transaction_id, address, from_address, amount_micro, block_at, match, payment_id)
        values (${transactionId}, ${OUR_ADDRESS}, ${PAYERS_ADDRESS}, ${amountMicro}, app_now(), ${match}, ${payment?.id ?? null})`,
  );
  return transactionId;
}

/** Makes the return address of a claim one that money may go to, as if its day were over. Owner only. */
export async function givenUsableAddress(owner: Db, claimId: number): Promise<void> {
  await execute(
    owner,
    sql`update payments_payout_destinations q set confirmed_at = app_now() - interval '1 day', rests_until = app_now(),
          code_hash = null, code_expires_at = null
        from payments_claims c where c.id = ${claimId} and q.id = c.destination_id and q.confirmed_at is null`,
  );
}
