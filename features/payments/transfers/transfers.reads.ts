import sql from "sql-template-tag";
import { transferProvider } from "#features/payments/methods.rules.ts";
import type { PaymentState } from "#features/payments/payments.rules.ts";
import { transferReference } from "#features/payments/transfers/transfers.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

export type Transfer = { readonly reference: string; readonly note: string; readonly receipt: string };

/** What the payer has said of a transfer, or null. */
export async function findTransfer(
  db: Queryable,
  userId: number,
  paymentId: number,
): Promise<Transfer | null> {
  const row = await maybeOne<{ note: string; receipt: string }>(
    db,
    sql`select t.note, t.receipt from payments_transfers t join payments p on p.id = t.payment_id
        where t.payment_id = ${paymentId} and p.user_id = ${userId}`,
  );
  return row && { reference: transferReference(paymentId), ...row };
}

/** What one of the staff says has come in. */
type TransferWord = {
  readonly actorId: number;
  readonly receivedKopecks: number;
  readonly saidAt: Date;
};

export type TransferLine = {
  readonly paymentId: number;
  readonly reference: string;
  readonly userId: number;
  readonly amountKopecks: number;
  readonly state: PaymentState;
  readonly note: string;
  readonly receipt: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** The staff's latest words, oldest first. */
  readonly words: readonly TransferWord[];
};

/** Transfers for the staff, newest first; `beforeId` is the last payment of the page before. */
export async function listTransfers(
  db: Queryable,
  { states, beforeId, limit }: { states: readonly PaymentState[]; beforeId: number | null; limit: number },
): Promise<TransferLine[]> {
  const found = await rows<Omit<TransferLine, "reference" | "words"> & { words: WordOnWire[] | null }>(
    db,
    sql`select p.id as "paymentId", p.user_id as "userId", p.amount_kopecks as "amountKopecks", p.state, t.note, t.receipt,
          p.created_at as "createdAt", p.expires_at as "expiresAt",
          (select jsonb_agg(jsonb_build_object('actorId', w.actor_id, 'receivedKopecks', w.received_kopecks,
              'saidAt', w.said_at) order by w.said_at)
            from payments_transfer_words w where w.payment_id = p.id) as words
        from payments p join payments_transfers t on t.payment_id = p.id
        where p.provider = ${transferProvider} and p.state = any (${states}::text[])
          and (${beforeId}::bigint is null or p.id < ${beforeId})
        order by p.id desc limit ${limit}`,
  );
  return found.map(({ words, ...line }) => ({
    ...line,
    reference: transferReference(line.paymentId),
    words: (words ?? []).map((word) => ({ ...word, saidAt: new Date(word.saidAt) })),
  }));
}

type WordOnWire = { actorId: number; receivedKopecks: number; saidAt: string };
