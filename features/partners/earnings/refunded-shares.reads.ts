import sql, { raw } from "sql-template-tag";
import { listOrderEarnings } from "#features/partners/earnings/earnings.reads.ts";
import type { EarningState } from "#features/partners/earnings/earnings.rules.ts";
import type { SuppliedGrouping } from "#features/statistics/supplied/supplied.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { stateList } from "#lib/db/state-list.ts";

/** A share in one of these states is not earned any more. */
const refundedStates: readonly EarningState[] = ["reversed", "taken_back"];

/** What of the shares of these activations was refunded, by order; the others are missing. In kopecks. */
export async function sumRefundedShares(
  db: Queryable,
  userId: number,
  orderIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const earnings = await listOrderEarnings(db, { userId, kind: "activation", orderIds });
  return new Map(
    earnings
      .filter(({ state }) => refundedStates.includes(state))
      .map(({ orderId, amountKopecks }) => [orderId, amountKopecks]),
  );
}

type Extent = {
  readonly userId: number;
  readonly supplierId: number;
  readonly from: string;
  readonly to: string;
};
type Row = { day: string; service: string; country: string; operator: string; kopecks: number };

/**
 * What of the activations of a period (days, UTC) was refunded, by day and by the keys of a grouping. Rentals are never refunded. A share is
 * earned after its order was made, so older ones need no look.
 */
export async function listRefundedShares(
  db: Queryable,
  { userId, supplierId, from, to }: Extent,
  by: SuppliedGrouping,
): Promise<{ total: number; byDay: ReadonlyMap<string, number>; byKey: ReadonlyMap<string, number> }> {
  const found = await rows<Row>(
    db,
    sql`select to_char(s.day, 'YYYY-MM-DD') as day, s.service_id::text as service, s.country_id::text as country, s.operator,
          sum(e.amount_kopecks)::bigint as kopecks
        from partners_earnings e
          cross join lateral (select * from statistics_supplied_activations where order_id = e.order_id offset 0) s
        where e.user_id = ${userId} and e.supplier_id = ${supplierId} and e.earned_at >= ${from}::date::timestamp at time zone 'UTC'
          and e.order_kind = 'activation' and e.state in (${raw(stateList(refundedStates))}) and s.day between ${from}::date and ${to}::date
        group by 1, 2, 3, 4`,
  );
  const sumBy = (keyOf: (row: Row) => string) => {
    const sums = new Map<string, number>();
    for (const row of found) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.kopecks);
    return sums;
  };
  return {
    total: found.reduce((sum, { kopecks }) => sum + kopecks, 0),
    byDay: sumBy(({ day }) => day),
    byKey: sumBy((row) => row[by]),
  };
}
