import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** A supplier as its partner is known by at the desk. */
export type OwnedSupplier = { readonly code: string; readonly name: string };

/** The suppliers of partners, by the partners' ids; who has none is not in it. */
export async function mapSuppliersByOwner(
  db: Queryable,
  ownerUserIds: readonly number[],
): Promise<ReadonlyMap<number, OwnedSupplier>> {
  if (ownerUserIds.length === 0) return new Map();
  const found = await rows<OwnedSupplier & { ownerUserId: number }>(
    db,
    sql`select owner_user_id as "ownerUserId", code, name from supply_suppliers
        where owner_user_id = any (${ownerUserIds}::bigint[])`,
  );
  return new Map(found.map(({ ownerUserId, code, name }) => [ownerUserId, { code, name }]));
}
