import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

/** Services (0 = whole numbers) and countries in which a supplier has something to sell, or had while its offer was kept. */
export function listOfferedSubjects(
  db: Queryable,
  supplierId: number,
): Promise<{ readonly serviceIds: readonly number[]; readonly countryIds: readonly number[] }> {
  return one(
    db,
    sql`select coalesce(array_agg(distinct service_id), '{}') as "serviceIds",
          coalesce(array_agg(distinct country_id), '{}') as "countryIds"
        from supply_offers where supplier_id = ${supplierId}`,
  );
}
