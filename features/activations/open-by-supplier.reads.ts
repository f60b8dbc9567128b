import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** How many orders with a number are open on each of these suppliers; one without any is left out. */
export async function countOpenBySupplier(
  db: Queryable,
  supplierIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const counts = await rows<{ id: number; count: number }>(
    db,
    // As the index activations_open_unit has it.
    sql`select supplier_id as id, count(*)::integer as count from activations
        where supplier_id = any (${[...supplierIds]}::integer[]) and closed_at is null and number is not null group by 1`,
  );
  return new Map(counts.map(({ id, count }) => [id, count]));
}
