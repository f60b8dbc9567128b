import sql from "sql-template-tag";
import type { SupplyHistory, SupplyWorth } from "#features/statistics/routing/routing.rules.ts";
import { sumTries } from "#features/supply/attempts/tries.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Sums of attempts are kept for two days. */
const TRIES_HOURS = 47;

type Ended = Pick<
  SupplyHistory,
  "serviceId" | "countryId" | "supplierId" | "orders" | "codes" | "timed" | "waitedSeconds"
>;

/**
 * What became of everybody's numbers in the last `days` (UTC), and of the questions for numbers of the last two days, by service, country
 * and supplier. Orders are counted some minutes after their end.
 */
export async function countHistories(db: Db, days: number): Promise<Omit<SupplyHistory, "isOwn">[]> {
  const [ended, tries] = await Promise.all([countEnded(db, days), sumTries(db, TRIES_HOURS)]);
  const histories = new Map<string, Omit<SupplyHistory, "isOwn">>();
  const nameOf = ({
    serviceId,
    countryId,
    supplierId,
  }: {
    serviceId: number;
    countryId: number;
    supplierId: number;
  }) => `${serviceId}:${countryId}:${supplierId}`;
  for (const each of ended) histories.set(nameOf(each), { ...each, asked: 0, refused: 0 });
  for (const each of tries) {
    const known = histories.get(nameOf(each)) ?? { orders: 0, codes: 0, timed: 0, waitedSeconds: 0 };
    histories.set(nameOf(each), { ...known, ...each });
  }
  return [...histories.values()];
}

function countEnded(db: Queryable, days: number): Promise<Ended[]> {
  return rows<Ended>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", supplier_id as "supplierId", sum(purchases)::bigint as orders,
          sum(codes)::bigint as codes, sum(timed)::bigint as timed, sum(waited_seconds)::bigint as "waitedSeconds"
        from statistics_cost_days where day > (app_now() at time zone 'UTC')::date - ${days}::int
        group by 1, 2, 3`,
  );
}

/** What a supplier is worth, by service and country; those most ordered first, `limit` at most. */
export function listWorths(db: Queryable, supplierId: number, limit: number): Promise<SupplyWorth[]> {
  return rows<SupplyWorth>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", supplier_id as "supplierId", orders, codes, refused,
          chance_percent as "chancePercent", wait_seconds as "waitSeconds", is_trial as "isTrial"
        from statistics_routing where supplier_id = ${supplierId}
        order by orders desc, service_id, country_id limit ${limit}`,
  );
}
