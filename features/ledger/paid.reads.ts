import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** Whether a user has ever paid for something: an order whose hold was captured, or a licence. */
export async function hasPaid(db: Queryable, userId: number): Promise<boolean> {
  const { paid } = await one<{ paid: boolean }>(
    db,
    sql`select exists (
          select from ledger_transfers t
          where t.account_id = (select id from ledger_accounts where user_id = ${userId})
            and (t.phase = 'post' and t.kind in ('activation', 'rental', 'ready_account') or t.kind = 'licence')
        ) as paid`,
  );
  return paid;
}
