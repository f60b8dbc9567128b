import sql from "sql-template-tag";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";
import { findLastReconciliation } from "#features/ledger/reconciliation/reconciliation.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** What waits for the staff, and what the last reconciliation found. */
export async function getOverview(db: Queryable): Promise<Overview> {
  const counts = await one<Omit<Overview, "lastRun">>(
    db,
    sql`select
          (select count(*) from payments_withdrawals where state in ('requested', 'approved', 'sending'))::int as "withdrawalsCount",
          (select coalesce(sum(amount_kopecks), 0) from payments_withdrawals
            where state in ('requested', 'approved', 'sending'))::bigint as "withdrawalsKopecks",
          (select count(*) from back_office_corrections where state = 'proposed')::int as "correctionsCount",
          (select count(*) from payments p join payments_transfers t on t.payment_id = p.id
            where p.state in ('created', 'pending', 'underpaid'))::int as "transfersCount",
          (select count(*) from payments_claims where state = 'open')::int as "claimsCount",
          (select count(*) from payments where state in ('underpaid', 'overpaid')
            and created_at > app_now() - interval '30 days')::int as "oddPaymentsCount"`,
  );
  return { ...counts, lastRun: await findLastReconciliation(db) };
}
