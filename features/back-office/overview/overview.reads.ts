import sql, { raw } from "sql-template-tag";
import { openStates as proposedCorrections } from "#features/back-office/corrections/corrections.rules.ts";
import type { Overview } from "#features/back-office/overview/overview.contract.ts";
import { countOpenRequests } from "#features/community/service-requests/service-requests.reads.ts";
import { findLastReconciliation } from "#features/ledger/reconciliation/reconciliation.reads.ts";
import { countWaitingApplications } from "#features/partners/partner-applications/partner-applications.reads.ts";
import { openStates as openClaims } from "#features/payments/claims/claims.rules.ts";
import { expectedStates, oddStates } from "#features/payments/payments.rules.ts";
import { waitingStates } from "#features/payments/withdrawals/withdrawals.rules.ts";
import { findOldRate } from "#features/pricing/rates/rates.reads.ts";
import { listWrongClocks } from "#lib/clocks/clock-watch.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";

type QueueName =
  | "withdrawals"
  | "corrections"
  | "factorRemovals"
  | "transfers"
  | "claims"
  | "fines"
  | "oddPayments";
type QueueRow = { queue: QueueName; count: number; oldestSeconds: number | null; kopecks: number };

/** What waits for the staff and since when, what the last reconciliation found, and which clocks are wrong. */
export async function getOverview(db: Queryable): Promise<Overview> {
  const found = await rows<QueueRow>(
    db,
    sql`with waiting (queue, since, kopecks) as (
          select 'withdrawals', created_at, amount_kopecks from payments_withdrawals where state = any (${waitingStates}::text[])
          union all
          select 'corrections', proposed_at, 0 from back_office_corrections where state in (${raw(stateList(proposedCorrections))})
          union all
          select 'factorRemovals', proposed_at, 0 from back_office_factor_removals where state = 'proposed'
          union all
          select 'transfers', p.created_at, 0 from payments p join payments_transfers t on t.payment_id = p.id
            where p.state = any (${[...expectedStates]}::text[])
          union all
          select 'claims', created_at, 0 from payments_claims where state = any (${openClaims}::text[])
          union all
          select 'fines', appealed_at, 0 from partners_fines where state = 'appealed'
          union all
          select 'oddPayments', created_at, 0 from payments where state = any (${[...oddStates]}::text[])
            and created_at > app_now() - interval '30 days'
          union all
          select 'oddPayments', g.kept_at, 0 from payments_guests g join payments p on p.id = g.payment_id
            where g.kept_at is not null and g.claimed_by is null and p.state = 'confirmed'
        )
        select queue, count(*)::int as count, greatest(0, extract(epoch from app_now() - min(since)))::int as "oldestSeconds",
          sum(kopecks)::bigint as kopecks
        from waiting group by queue`,
  );
  const rowOf = (queue: QueueName) => found.find((row) => row.queue === queue);
  const queue = (name: QueueName) => ({
    count: rowOf(name)?.count ?? 0,
    oldestSeconds: rowOf(name)?.oldestSeconds ?? null,
  });
  const oldRate = await findOldRate(db);
  return {
    withdrawals: { ...queue("withdrawals"), kopecks: rowOf("withdrawals")?.kopecks ?? 0 },
    corrections: queue("corrections"),
    factorRemovals: queue("factorRemovals"),
    transfers: queue("transfers"),
    claims: queue("claims"),
    fines: queue("fines"),
    serviceRequests: await countOpenRequests(db),
    partnerApplications: await countWaitingApplications(db),
    oddPayments: queue("oddPayments"),
    lastRun: await findLastReconciliation(db),
    oldRate: oldRate && { rubPerUsd: oldRate.rubPerUsd, heardAt: oldRate.heardAt.toISOString() },
    wrongClocks: await listWrongClocks(db),
  };
}
