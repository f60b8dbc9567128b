import sql from "sql-template-tag";
import type { CostLimits } from "#features/supply/upstream/cost-limits.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** The costs that are set for an upstream: by service and country, and the common one under null. */
export async function readCostLimits(db: Queryable, supplierId: number): Promise<CostLimits> {
  const set = await rows<{ goods: string | null; mostKopecks: number }>(
    db,
    sql`select null::text as goods, default_cost_kopecks as "mostKopecks" from supply_suppliers
          where id = ${supplierId} and default_cost_kopecks is not null
        union all
        select service_id || ':' || country_id, cost_kopecks from supply_prices where supplier_id = ${supplierId}`,
  );
  return new Map(set.map(({ goods, mostKopecks }) => [goods, mostKopecks]));
}
