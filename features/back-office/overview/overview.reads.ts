import sql, { raw } from "sql-template-tag";
import { openStates as proposedCorrections } from "#features/back-office/corrections/corrections.rules.ts";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";
import { findLastReconciliation } from "#features/ledger/reconciliation/reconciliation.reads.ts";
import { openStates as openClaims } from "#features/payments/claims/claims.rules.ts";
import { expectedStates, oddStates } from "#features/payments/payments.rules.ts";
import { waitingStates } from "#features/payments/withdrawals/withdrawals.rules.ts";
import { listWrongClocks } from "#lib/clocks/clock-watch.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";

/** What waits for the staff, what the last reconciliation found, and which clocks are wrong. */
export async function getOverview(db: Queryable): Promise<Overview> {
  const counts = await one<Omit<Overview, "lastRun" | "wrongClocks">>(
    db,
    sql`select
          (select count(*) from payments_withdrawals where state = any (${waitingStates}::text[]))::int as "withdrawalsCount",
          (select coalesce(sum(amount_kopecks), 0) from payments_withdrawals
            where state = any (${waitingStates}::text[]))::bigint as "withdrawalsKopecks",
          (select count(*) from back_office_corrections where state in (${raw(stateList(proposedCorrections))}))::int as "correctionsCount",
          (select count(*) from payments p join payments_transfers t on t.payment_id = p.id
            where p.state = any (${[...expectedStates]}::text[]))::int as "transfersCount",
          (select count(*) from payments_claims where state = any (${openClaims}::text[]))::int as "claimsCount",
          (select count(*) from payments where state = any (${[...oddStates]}::text[])
            and created_at > app_now() - interval '30 days')::int as "oddPaymentsCount"`,
  );
  return { ...counts, lastRun: await findLastReconciliation(db), wrongClocks: await listWrongClocks(db) };
}
