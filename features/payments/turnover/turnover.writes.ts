import type { TurnoverSpan } from "#features/payments/turnover/turnover.reads.ts";
import type { Tx } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { addKopecks, type Kopecks, kopecks } from "#lib/money/kopecks.ts";

export type CreditedPayment = {
  readonly id: number;
  readonly userId: number;
  readonly method: string;
  readonly creditedAt: Date;
  /** What was credited, less what was reversed since. */
  readonly leftKopecks: Kopecks;
  readonly payerFingerprint: string | null;
};

/**
 * A payment that was credited, kept as it is until the transaction ends: nothing of it can be reversed meanwhile. Null
 * for one that was not. Taken before any wallet.
 */
export async function lockCreditedPayment(tx: Tx, id: number): Promise<CreditedPayment | null> {
  const row = await maybeOne<Omit<CreditedPayment, "leftKopecks"> & { left: number }>(tx, {
    text: `select id, user_id as "userId", method, credited_at as "creditedAt",
        amount_kopecks - reversed_kopecks as left, payer_fingerprint as "payerFingerprint"
      from payments where id = $1 and credited_at is not null for share`,
    values: [id],
  });
  if (!row) return null;
  const { left, ...payment } = row;
  return { ...payment, leftKopecks: kopecks(left) };
}

/**
 * What a user topped up in a span, less what was reversed; nothing of it can be reversed until the transaction ends.
 * Taken before any wallet.
 */
export async function lockToppedUp(tx: Tx, userId: number, span: TurnoverSpan): Promise<Kopecks> {
  const found = await rows<{ left: number }>(tx, {
    text: `select amount_kopecks - reversed_kopecks as left from payments
      where user_id = $1 and credited_at >= $2 and credited_at < $3 and method <> all ($4::text[])
      order by id for share`,
    values: [userId, span.from, span.until, span.uncountedMethods],
  });
  return addKopecks(kopecks(0), ...found.map((row) => kopecks(row.left)));
}
