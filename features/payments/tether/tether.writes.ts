import { randomInt } from "node:crypto";
import sql from "sql-template-tag";
import { GatewayFault } from "#features/payments/gateway/provider.gateway.ts";
import type { TronChain, TronTransfer } from "#features/payments/tether/tron.gateway.ts";
import { type MatchableInvoice, matchTransfer, tetherLimits } from "#features/payments/tether.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { emitEvent, notifyListeners } from "#lib/jobs/events.ts";

export type NewInvoice = {
  readonly paymentId: number;
  readonly address: string;
  /** What is charged; the invoice asks for this much or a little more. */
  readonly amountMicro: bigint;
  readonly expiresAt: Date;
};

/**
 * Makes the invoice of a payment, with an amount that no other kept invoice of the address has; an invoice that is there
 * already stays as it is. Answers its amount. Throws GatewayFault when every amount tried was taken.
 */
export async function openInvoice(db: Db, invoice: NewInvoice): Promise<bigint> {
  for (let attempt = 0; attempt < tetherLimits.tailTries; attempt += 1) {
    const amountMicro = invoice.amountMicro + BigInt(randomInt(tetherLimits.tails));
    await execute(
      db,
      sql`insert into payments_tether_invoices (payment_id, address, amount_micro, expires_at)
          values (${invoice.paymentId}, ${invoice.address}, ${amountMicro}, ${invoice.expiresAt})
          on conflict do nothing`,
    );
    const made = await maybeOne<{ amountMicro: number }>(
      db,
      sql`select amount_micro as "amountMicro" from payments_tether_invoices where payment_id = ${invoice.paymentId}`,
    );
    if (made) return BigInt(made.amountMicro);
  }
  throw new GatewayFault("no free amount for an invoice");
}

/**
 * Reads what is new on the chain and takes it in, each transaction once for ever. Any number may do this at once. Throws
 * GatewayFault; what was taken in before stays.
 */
export async function takeTransfersIn(db: Db, chain: TronChain): Promise<void> {
  const sinceMs = await readingFrom(db, chain.address);
  const [confirmed, unconfirmed] = await Promise.all([
    chain.listTransfers({ kind: "confirmed", sinceMs }),
    chain.listTransfers({ kind: "unconfirmed", sinceMs }),
  ]);
  for (const transfer of confirmed.transfers) {
    await withTransaction(db, (tx) => takeTransferIn(tx, chain.address, transfer));
  }
  const seen = await withTransaction(db, (tx) => recordSeen(tx, chain.address, unconfirmed.transfers));
  if (seen > 0) notifyListeners(db);
  await recordRead(db, chain.address, { ...confirmed, sinceMs });
}

/** Where the next reading of an address begins, in milliseconds. */
async function readingFrom(db: Queryable, address: string): Promise<number> {
  const { since } = await one<{ since: Date }>(
    db,
    sql`select coalesce(
          (select read_from from payments_tether_watches where address = ${address}),
          coalesce((select min(created_at) from payments_tether_invoices where address = ${address}), app_now())
            - make_interval(secs => ${tetherLimits.clockSeconds})) as since`,
  );
  return since.getTime();
}

type Read = { readonly newestMs: number | null; readonly isComplete: boolean; readonly sinceMs: number };

/**
 * After a whole reading the newest hour is read again each time: the service may show a block late. A block of the future does
 * not count as newer than now, or nothing would be read until then.
 */
async function recordRead(
  db: Queryable,
  address: string,
  { newestMs, isComplete, sinceMs }: Read,
): Promise<void> {
  const rereadMs = isComplete ? tetherLimits.rereadSeconds * 1000 : 0;
  const since = new Date(sinceMs);
  await execute(
    db,
    sql`with reached as (
          select greatest(${since}::timestamptz,
            least(${newestMs === null ? since : new Date(newestMs)}::timestamptz, app_now())
              - ${rereadMs} * interval '1 millisecond') as at)
        insert into payments_tether_watches (address, read_from) select ${address}, at from reached
        on conflict (address) do update set read_from = greatest(payments_tether_watches.read_from, excluded.read_from),
          asked_at = app_now()`,
  );
}

async function takeTransferIn(tx: Tx, address: string, transfer: TronTransfer): Promise<void> {
  const { transactionId, from, amountMicro, blockAtMs } = transfer;
  if (amountMicro < tetherLimits.dustMicro) return;
  const known = await maybeOne(
    tx,
    sql`select from payments_tether_transfers where transaction_id = ${transactionId}`,
  );
  if (known) return;
  // One at a time: what an invoice has got already decides what the next transfer is.
  await execute(
    tx,
    sql`select pg_advisory_xact_lock(hashtext('payments_tether_transfers'), hashtext(${address}))`,
  );
  const { match, paymentId } = matchTransfer(transfer, await listKeptInvoices(tx, address));
  await execute(
    tx,
    sql`insert into payments_tether_transfers (transaction_id, address, from_address, amount_micro, block_at, match, payment_id)
        values (${transactionId}, ${address}, ${from}, ${amountMicro}, ${new Date(blockAtMs)}, ${match}, ${paymentId})
        on conflict (transaction_id) do nothing`,
  );
}

type KeptInvoice = {
  paymentId: number;
  amountMicro: number;
  createdAt: Date;
  expiresAt: Date;
  isPaid: boolean;
};

async function listKeptInvoices(tx: Tx, address: string): Promise<MatchableInvoice[]> {
  const kept = await rows<KeptInvoice>(
    tx,
    sql`select i.payment_id as "paymentId", i.amount_micro as "amountMicro", i.created_at as "createdAt",
          i.expires_at as "expiresAt",
          exists (select from payments_tether_transfers t where t.payment_id = i.payment_id and t.match = 'exact') as "isPaid"
        from payments_tether_invoices i where i.address = ${address} and i.released_at is null
        order by i.payment_id`,
  );
  return kept.map(({ paymentId, amountMicro, createdAt, expiresAt, isPaid }) => ({
    paymentId,
    amountMicro: BigInt(amountMicro),
    createdAtMs: createdAt.getTime(),
    expiresAtMs: expiresAt.getTime(),
    isPaid,
  }));
}

/**
 * Records on each open invoice the transfer of its amount that is on the chain but can still be undone, and takes the note away
 * when it is there no more. Tells the payers. Answers how many invoices changed.
 */
async function recordSeen(tx: Tx, address: string, transfers: readonly TronTransfer[]): Promise<number> {
  const changed = await rows<{ paymentId: number; userId: number; isSeen: boolean }>(
    tx,
    sql`with seen as (
          select distinct on (amount) amount, id
          from unnest(${transfers.map(({ amountMicro }) => String(amountMicro))}::bigint[],
            ${transfers.map(({ transactionId }) => transactionId)}::text[]) as on_chain (amount, id)
          order by amount, id
        ), wanted as (
          select i.payment_id, s.id from payments_tether_invoices i left join seen s on s.amount = i.amount_micro
          where i.address = ${address} and i.released_at is null and i.seen_transaction_id is distinct from s.id
        )
        update payments_tether_invoices i set seen_transaction_id = w.id
        from wanted w join payments p on p.id = w.payment_id where i.payment_id = w.payment_id
        returning i.payment_id as "paymentId", p.user_id as "userId", i.seen_transaction_id is not null as "isSeen"`,
  );
  for (const { paymentId, userId, isSeen } of changed) {
    await emitEvent(tx, { userId, kind: "payment", data: { paymentId, isSeen } });
  }
  return changed.length;
}

/** Lets amounts be given out again whose time is long over. Answers how many. */
export async function releaseInvoices(db: Queryable, limit: number): Promise<number> {
  return execute(
    db,
    sql`update payments_tether_invoices set released_at = app_now() where payment_id in (
          select payment_id from payments_tether_invoices
          where released_at is null and expires_at < app_now() - make_interval(days => ${tetherLimits.keptDays})
          order by expires_at limit ${limit})`,
  );
}
