import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type Goods = { readonly serviceId: number; readonly countryId: number };

/** Who has offers of these goods in the price list, on sale or not; `isOwn` for stock of our own. */
export function listSuppliersOf(
  db: Queryable,
  goods: readonly Goods[],
): Promise<(Goods & { supplierId: number; isOwn: boolean })[]> {
  return rows(
    db,
    sql`select o.service_id as "serviceId", o.country_id as "countryId", o.supplier_id as "supplierId",
          bool_or(o.supplier_kind = 'own') as "isOwn"
        from (select distinct * from unnest(${goods.map(({ serviceId }) => serviceId)}::integer[],
            ${goods.map(({ countryId }) => countryId)}::integer[]) as t(service_id, country_id)) g
        join pricing_offers o on o.service_id = g.service_id and o.country_id = g.country_id
        group by 1, 2, 3`,
  );
}
