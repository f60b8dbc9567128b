import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type SupplierDelivery = {
  readonly supplierId: number;
  readonly serviceId: number;
  /** Orders that had a number and have ended. */
  readonly purchases: number;
  /** Those of them that got a code. */
  readonly successes: number;
};

/**
 * What became of the orders on these suppliers by service, of the last `hours` (48 at most); most bought first. Orders are counted some
 * minutes after their end, in the order they were placed.
 */
export function countDelivery(
  db: Queryable,
  supplierIds: readonly number[],
  hours: number,
): Promise<SupplierDelivery[]> {
  return rows<SupplierDelivery>(
    db,
    sql`select supplier_id as "supplierId", service_id as "serviceId", sum(purchases)::bigint as purchases, sum(successes)::bigint as successes
        from statistics_supplier_hours
        where supplier_id = any (${[...supplierIds]}::integer[]) and hour > app_now() - make_interval(hours => ${hours})
        group by 1, 2 order by 3 desc, 2`,
  );
}
