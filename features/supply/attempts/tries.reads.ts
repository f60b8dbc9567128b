import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Questions to a supplier for numbers of a service in a country. */
type SupplierTries = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly supplierId: number;
  /** Those that were answered or failed. */
  readonly asked: number;
  /** Those of them that brought no number: there was none, or the answer could not be used. */
  readonly refused: number;
};

/** The sums of the last `hours` (48 at most) of all suppliers that are asked; own stock is not. */
export function sumTries(db: Queryable, hours: number): Promise<SupplierTries[]> {
  return rows<SupplierTries>(
    db,
    sql`select o.service_id as "serviceId", o.country_id as "countryId", o.supplier_id as "supplierId",
          sum(h.told_count + h.failed_count)::bigint as asked, sum(h.told_count - h.found_count + h.failed_count)::bigint as refused
        from supply_offer_hours h join supply_offers o on o.id = h.offer_id
        where h.hour > app_now() - make_interval(hours => ${hours})
        group by 1, 2, 3`,
  );
}
