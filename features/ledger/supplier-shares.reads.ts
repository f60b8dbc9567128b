import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

/** A share that a supplier earned, or the refund of a captured order. */
export type ShareMovement = {
  readonly transferId: number;
  readonly kind: "supplier_share" | "activation_refund";
  readonly amountKopecks: number;
  /** `activation:17:share`, `rental:5:extension:9:share`, `activation:17:refund`. */
  readonly reference: string;
  /** Whose share it is; of a refund null. */
  readonly supplierId: number | null;
  readonly movedAt: Date;
};

/** Has any transfer been begun behind this one? A cheap look before `findCompleteId`. */
export async function hasTransfersAfter(db: Queryable, transferId: number): Promise<boolean> {
  const { more } = await one<{ more: boolean }>(
    db,
    sql`select exists (select from ledger_transfers where id > ${transferId}) as more`,
  );
  return more;
}

/** Has the supplier earned anything yet? Its account is opened with its first share. */
export async function hasEarnedShares(db: Queryable, supplierId: number): Promise<boolean> {
  const { earned } = await one<{ earned: boolean }>(
    db,
    sql`select exists (select from ledger_accounts where kind = 'supplier' and code = ${`supplier:${supplierId}`}) as earned`,
  );
  return earned;
}

/** The shares and refunds with ids above `after` and up to `upTo`, in their order. */
export function listShareMovements(
  db: Queryable,
  { after, upTo }: { after: number; upTo: number },
): Promise<ShareMovement[]> {
  return rows<ShareMovement>(
    db,
    sql`select t.id as "transferId", t.kind, t.amount_kopecks as "amountKopecks", t.reference,
          case when a.code ~ '^supplier:[0-9]{1,9}$' then substr(a.code, 10)::integer end as "supplierId", t.created_at as "movedAt"
        from ledger_transfers t join ledger_accounts a on a.id = t.credit_account_id
        where t.id > ${after} and t.id <= ${upTo} and t.kind in ('supplier_share', 'activation_refund')
        order by t.id`,
  );
}
