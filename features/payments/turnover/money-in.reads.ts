import sql from "sql-template-tag";
import { sumReversals } from "#features/ledger/debts/debts.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** Kopecks of today (UTC) and of the last days together; below zero when more went back than came. */
export type MoneyIn = { readonly todayKopecks: number; readonly recentKopecks: number };

/**
 * What came in today and within the last `days`, today included: credited payments (coupons and transfers too) and credited claims, less
 * refunds to where the money came from and what providers pulled back. It counts on the day it moved, and is what the
 * clearing accounts of the ledger changed by.
 */
export async function sumMoneyIn(db: Queryable, days: number): Promise<MoneyIn> {
  const [moved, reversed] = await Promise.all([sumCredits(db, days), sumReversals(db, days)]);
  return {
    todayKopecks: moved.todayKopecks - reversed.todayKopecks,
    recentKopecks: moved.recentKopecks - reversed.recentKopecks,
  };
}

/** What was credited, less what our own refunds sent back and did not come back. */
function sumCredits(db: Queryable, days: number): Promise<MoneyIn> {
  return one(
    db,
    sql`with span as (
          select (app_now() at time zone 'UTC')::date as today,
            ((app_now() at time zone 'UTC')::date - ${days}::int + 1)::timestamp at time zone 'UTC' as since
        ), moved (at, kopecks) as (
          select credited_at, amount_kopecks from payments, span where credited_at >= span.since
          union all
          select decided_at, credited_kopecks from payments_claims, span where state = 'credited' and decided_at >= span.since
          union all
          select closed_at, -amount_kopecks from payments_withdrawals, span
            where (state = 'paid' or bounced_at is not null) and payment_id is not null and closed_at >= span.since
          union all
          select bounced_at, amount_kopecks from payments_withdrawals, span where bounced_at >= span.since
        )
        select coalesce(sum(kopecks) filter (where (at at time zone 'UTC')::date = span.today), 0)::bigint as "todayKopecks",
          coalesce(sum(kopecks), 0)::bigint as "recentKopecks"
        from moved, span`,
  );
}
