import sql, { raw, type Sql } from "sql-template-tag";
import { openStates as proposedCorrections } from "#features/back-office/corrections/corrections.rules.ts";
import type { Overview, Queue } from "#features/back-office/overview/overview.contract.ts";
import { countWaitingComments } from "#features/community/comments/comments.reads.ts";
import { countOpenFeedback } from "#features/community/feedback/feedback.reads.ts";
import { countWaitingReviews } from "#features/community/reviews/reviews.reads.ts";
import { countOpenRequests } from "#features/community/service-requests/service-requests.reads.ts";
import { findLastReconciliation } from "#features/ledger/reconciliation/reconciliation.reads.ts";
import { countAppeals } from "#features/partners/fines/fines.reads.ts";
import { countWaitingApplications } from "#features/partners/partner-applications/partner-applications.reads.ts";
import { readPaymentQueues, type Waiting } from "#features/payments/staff-queues.reads.ts";
import { findOldRate } from "#features/pricing/rates/rates.reads.ts";
import { countEmptyOffers } from "#features/ready-accounts/stock/stock.reads.ts";
import { countOpenClaims } from "#features/ready-accounts/warranty/warranty.reads.ts";
import { countStoreApplications } from "#features/stores/applications/store-applications.reads.ts";
import { listWrongClocks } from "#lib/clocks/clock-watch.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";

/**
 * What waits for the staff and since when, what the last reconciliation found, and which clocks are wrong. `isReadyShopOpen`: with what is
 * about ready accounts.
 */
export async function getOverview(db: Queryable, isReadyShopOpen: boolean): Promise<Overview> {
  const { withdrawals, transfers, claims, couponBatches, oddPayments } = await readPaymentQueues(db);
  const oldRate = await findOldRate(db);
  return {
    withdrawals,
    corrections: await countProposals(db, openCorrections),
    factorRemovals: await countProposals(db, openRemovals),
    transfers: queueOf(transfers),
    claims: queueOf(claims),
    couponBatches: queueOf(couponBatches),
    fines: await countAppeals(db),
    feedback: await countOpenFeedback(db),
    reviews: await countWaitingReviews(db),
    comments: await countWaitingComments(db),
    serviceRequests: await countOpenRequests(db),
    partnerApplications: await countWaitingApplications(db),
    oddPayments: queueOf(oddPayments),
    ...(await accountQueues(db, isReadyShopOpen)),
    lastRun: await findLastReconciliation(db),
    oldRate: oldRate && { rubPerUsd: oldRate.rubPerUsd, heardAt: oldRate.heardAt.toISOString() },
    wrongClocks: await listWrongClocks(db),
  };
}

async function accountQueues(
  db: Queryable,
  isReadyShopOpen: boolean,
): Promise<Pick<Overview, "accountClaims" | "storeApplications" | "emptyAccountOffers">> {
  if (!isReadyShopOpen) return { accountClaims: null, storeApplications: null, emptyAccountOffers: null };
  return {
    accountClaims: await countOpenClaims(db),
    storeApplications: await countStoreApplications(db),
    emptyAccountOffers: { count: await countEmptyOffers(db), oldestSeconds: null },
  };
}

function queueOf({ count, oldestSeconds }: Waiting): Queue {
  return { count, oldestSeconds };
}

const openCorrections = sql`select proposed_at from back_office_corrections where state in (${raw(stateList(proposedCorrections))})`;
const openRemovals = sql`select proposed_at from back_office_factor_removals where state = 'proposed'`;

/** `open`: when each of those that wait was proposed. */
function countProposals(db: Queryable, open: Sql): Promise<Queue> {
  return one<Queue>(
    db,
    sql`select count(*)::int as count,
          case when count(*) > 0 then greatest(0, extract(epoch from app_now() - min(proposed_at)))::int end as "oldestSeconds"
        from (${open}) waiting`,
  );
}
