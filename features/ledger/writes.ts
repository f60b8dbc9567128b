import { type CreditKind, creditKinds } from "#features/ledger/rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

export type Credit = {
  kind: CreditKind;
  userId: number;
  amountKopecks: Kopecks;
  /** Which account of the house pays: the provider's code for top-ups, 'main' otherwise. */
  houseCode: string;
  /** Cause and idempotency in one, e.g. `payment:17`. The same reference never moves money twice. */
  reference: string;
  /** Shown in the statement: a short code such as `test-gateway`. */
  reason: string;
};

/**
 * Puts money into a user's wallet, once per reference.
 * @returns the transfer's id and whether it had been made before. Throws (unique_violation) when the reference
 * belongs to another amount, user or kind.
 */
export async function creditUser(
  tx: Queryable,
  credit: Credit,
): Promise<{ transferId: number; replayed: boolean }> {
  const row = await one<{ transfer_id: number; replayed: boolean }>(tx, {
    text: "select * from ledger_credit_user($1, $2, $3, $4, $5, $6, $7)",
    values: [
      credit.kind,
      creditKinds[credit.kind],
      credit.houseCode,
      credit.userId,
      credit.amountKopecks,
      credit.reference,
      credit.reason,
    ],
  });
  return { transferId: row.transfer_id, replayed: row.replayed };
}
