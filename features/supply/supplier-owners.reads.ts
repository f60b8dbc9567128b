import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** Which of these suppliers are a partner's, with the account that owns them. */
export async function listSupplierOwners(
  db: Queryable,
  supplierIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const found = await rows<{ id: number; ownerUserId: number }>(
    db,
    sql`select id, owner_user_id as "ownerUserId" from supply_suppliers
        where id = any (${[...supplierIds]}::integer[]) and owner_user_id is not null`,
  );
  return new Map(found.map(({ id, ownerUserId }) => [id, ownerUserId]));
}
