import sql from "sql-template-tag";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";

/** The supplier of a partner's own. */
export type PartnerSupplier = { readonly id: number; readonly code: string };

/** The supplier whose owner this person is, or null. A partner has one. */
export function findPartnerSupplier(db: Queryable, ownerUserId: UserId): Promise<PartnerSupplier | null> {
  return maybeOne<PartnerSupplier>(
    db,
    sql`select id, code from supply_suppliers where owner_user_id = ${ownerUserId}`,
  );
}

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
