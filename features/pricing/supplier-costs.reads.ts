import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type Goods = { readonly serviceId: number; readonly countryId: number };

/** The lowest cost at which a supplier has goods on sale now. */
export type SupplierCostOnSale = Goods & { readonly supplierId: number; readonly costKopecks: number };

/** What is on sale now of these goods, one row per supplier. Reads offers, never orders. */
export function listSupplierCostsOnSale(
  db: Queryable,
  goods: readonly Goods[],
): Promise<SupplierCostOnSale[]> {
  return rows<SupplierCostOnSale>(
    db,
    sql`select o.service_id as "serviceId", o.country_id as "countryId", o.supplier_id as "supplierId",
          min(o.cost_kopecks) as "costKopecks"
        from unnest(${goods.map(({ serviceId }) => serviceId)}::integer[], ${goods.map(({ countryId }) => countryId)}::integer[])
          as g(service_id, country_id)
        join pricing_offers o on o.service_id = g.service_id and o.country_id = g.country_id
        where o.healthy and o.count > 0 group by 1, 2, 3`,
  );
}
