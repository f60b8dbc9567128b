import sql, { type Sql } from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type Delivery = {
  /** Orders that had a number and have ended. */
  readonly purchases: number;
  /** Those of them that got a code. */
  readonly successes: number;
};
type ServiceDelivery = Delivery & { readonly supplierId: number; readonly serviceId: number };

/**
 * What became of the orders on these suppliers by service, of the last `hours` (48 at most); most bought first. Orders are counted some
 * minutes after their end, in the order they were placed.
 */
export function countDelivery(
  db: Queryable,
  supplierIds: readonly number[],
  hours: number,
): Promise<ServiceDelivery[]> {
  return rows<ServiceDelivery>(
    db,
    sql`select supplier_id as "supplierId", service_id as "serviceId", sum(purchases)::bigint as purchases, sum(successes)::bigint as successes
        from ${recentHours(supplierIds, hours)} group by 1, 2 order by 3 desc, 2`,
  );
}

/** The same of each supplier as a whole; who had no order is missing. */
export async function sumDelivery(
  db: Queryable,
  supplierIds: readonly number[],
  hours: number,
): Promise<ReadonlyMap<number, Delivery>> {
  const found = await rows<Delivery & { supplierId: number }>(
    db,
    sql`select supplier_id as "supplierId", sum(purchases)::bigint as purchases, sum(successes)::bigint as successes
        from ${recentHours(supplierIds, hours)} group by 1`,
  );
  return new Map(found.map(({ supplierId, ...delivery }) => [supplierId, delivery]));
}

function recentHours(supplierIds: readonly number[], hours: number): Sql {
  return sql`statistics_supplier_hours
        where supplier_id = any (${[...supplierIds]}::integer[]) and hour > app_now() - make_interval(hours => ${hours})`;
}
