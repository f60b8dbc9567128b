import sql from "sql-template-tag";
import { metricDays } from "#features/statistics/statistics.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

export type Goods = { readonly serviceId: number; readonly countryId: number };

/** Codes that a supplier sold at one cost within the last 30 days. */
export type CostSales = Goods & {
  readonly supplierId: number;
  readonly costKopecks: number;
  readonly codes: number;
};

/** The sums of the last 30 days (UTC) of these goods, by supplier and cost. Orders are counted some minutes after their end. */
export function listCostSales(db: Queryable, goods: readonly Goods[]): Promise<CostSales[]> {
  return rows<CostSales>(
    db,
    sql`select d.service_id as "serviceId", d.country_id as "countryId", d.supplier_id as "supplierId",
          d.cost_kopecks as "costKopecks", sum(d.codes)::bigint as codes
        from unnest(${goods.map(({ serviceId }) => serviceId)}::integer[], ${goods.map(({ countryId }) => countryId)}::integer[])
          as g(service_id, country_id)
        join statistics_cost_days d on d.service_id = g.service_id and d.country_id = g.country_id
        where d.day > (app_now() at time zone 'UTC')::date - ${metricDays}::int
        group by 1, 2, 3, 4 having sum(d.codes) > 0`,
  );
}
