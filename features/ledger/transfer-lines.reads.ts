import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** A transfer with both sides as words: `house:main`, `user:user:17`. */
type TransferLine = {
  readonly id: number;
  readonly kind: string;
  readonly phase: string;
  readonly amountKopecks: number;
  readonly debit: string;
  readonly credit: string;
  readonly reference: string;
  readonly at: Date;
};

/** The transfers about one thing, oldest first, at most `limit`: those whose reference is or begins with its own, and the one with this id. */
export function listTransfersAbout(
  db: Queryable,
  { reference, transferId }: { readonly reference: string; readonly transferId: number | null },
  limit: number,
): Promise<TransferLine[]> {
  return rows<TransferLine>(
    db,
    sql`select t.id, t.kind, t.phase, t.amount_kopecks as "amountKopecks", t.reference, t.created_at as at,
          d.kind || ':' || coalesce(d.code, 'user:' || d.user_id) as debit,
          c.kind || ':' || coalesce(c.code, 'user:' || c.user_id) as credit
        from ledger_transfers t
        join ledger_accounts d on d.id = t.debit_account_id
        join ledger_accounts c on c.id = t.credit_account_id
        where t.id = ${transferId} or t.reference = ${reference}
          or (t.reference > ${`${reference}:`} and t.reference < ${`${reference}:~`})
        order by t.id limit ${limit}`,
  );
}

/**
 * A condition: the staff have refunded the charged order of an activation with this id. A single value, not `exists`: that could be turned
 * into a scan of all transfers.
 */
export function isRefunded(activationId: Sql): Sql {
  return sql`(select t.id from ledger_transfers t where t.reference = 'activation:' || ${activationId} || ':refund') is not null`;
}

/** A condition: the hold with this id was captured. */
export function isCaptured(holdId: Sql): Sql {
  return sql`exists (select from ledger_transfers t where t.pending_id = ${holdId} and t.phase = 'post')`;
}
