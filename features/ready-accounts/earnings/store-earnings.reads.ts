import sql from "sql-template-tag";
import { getStoreBalance } from "#features/ledger/ledger.reads.ts";
import type { StoreEarningState } from "#features/ready-accounts/earnings/store-earnings.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import { type Kopecks, kopecks } from "#lib/money/kopecks.ts";

/** A store's money. */
export type StoreEarnings = {
  /** Sold and delivered, less what was taken back; its warranty still runs or a claim waits. */
  readonly pendingKopecks: Kopecks;
  /** What can be withdrawn. */
  readonly availableKopecks: Kopecks;
  /** Reserved for withdrawals. */
  readonly heldKopecks: Kopecks;
  /** When the next of what is pending becomes available, unless a claim waits; null = nothing is pending. */
  readonly nextDueAt: Date | null;
};

/** How often the sums are read anew when the balance moved meanwhile. */
const READS = 5;

type Pending = { readonly pending: number; readonly nextDueAt: Date | null };

/** What a store earned; zeros before its first sale. A sum that was read around a payment is read again: nothing is told twice. */
export async function readStoreEarnings(db: Queryable, sellerId: number): Promise<StoreEarnings> {
  let balance = await getStoreBalance(db, sellerId);
  let sums = await readPending(db, sellerId);
  for (let reads = 1; reads < READS; reads += 1) {
    const after = await getStoreBalance(db, sellerId);
    if (after.version === balance.version) break;
    balance = after;
    sums = await readPending(db, sellerId);
  }
  return {
    pendingKopecks: kopecks(sums.pending),
    availableKopecks: balance.availableKopecks,
    heldKopecks: balance.heldKopecks,
    nextDueAt: sums.nextDueAt,
  };
}

function readPending(db: Queryable, sellerId: number): Promise<Pending> {
  return one<Pending>(
    db,
    sql`select coalesce(sum(share_kopecks - reversed_kopecks), 0)::bigint as pending, min(due_at) as "nextDueAt"
        from ready_accounts_earnings where seller_id = ${sellerId} and state = 'pending'`,
  );
}

/** An order as its seller sees it: nothing of who bought. */
type StoreSale = {
  readonly orderId: number;
  readonly offerId: number;
  readonly offerName: string;
  readonly count: number;
  readonly totalKopecks: number;
  /** What the house keeps of it. */
  readonly commissionKopecks: number;
  readonly shareKopecks: number;
  /** Of the share, what was taken back for accounts whose price was refunded. */
  readonly reversedKopecks: number;
  readonly state: StoreEarningState;
  readonly dueAt: Date;
  readonly paidAt: Date | null;
  readonly soldAt: Date;
};

/** What a seller has sold, newest first, from below an order's id on. */
export function listStoreSales(
  db: Queryable,
  { sellerId, before }: { readonly sellerId: number; readonly before: number | null },
  limit: number,
): Promise<StoreSale[]> {
  return rows<StoreSale>(
    db,
    sql`select r.id as "orderId", r.offer_id as "offerId", r.offer_name as "offerName", r.count, r.total_kopecks as "totalKopecks",
          r.total_kopecks - e.share_kopecks as "commissionKopecks", e.share_kopecks as "shareKopecks",
          e.reversed_kopecks as "reversedKopecks", e.state, e.due_at as "dueAt", e.paid_at as "paidAt", r.closed_at as "soldAt"
        from ready_accounts_orders r join ready_accounts_earnings e on e.order_id = r.id
        where r.seller_id = ${sellerId} and (${before}::bigint is null or r.id < ${before})
        order by r.id desc limit ${limit}`,
  );
}

/** What was released to a seller with this order and told in one notice; null where none was. */
export function findToldEarnings(
  db: Queryable,
  sellerId: number,
  orderId: number,
): Promise<{ readonly orders: number; readonly total: number } | null> {
  return maybeOne(
    db,
    sql`select count(*)::int as orders, sum(share_kopecks - reversed_kopecks)::bigint as total from ready_accounts_earnings
        where seller_id = ${sellerId} and told_at = (
          select told_at from ready_accounts_earnings where order_id = ${orderId} and seller_id = ${sellerId})
        having count(*) > 0`,
  );
}
