import sql from "sql-template-tag";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** The supplier of a partner's own. */
export type PartnerSupplier = { readonly id: number; readonly code: string };

/** The supplier whose owner this person is, or null. A partner has one. */
export function findPartnerSupplier(db: Queryable, ownerUserId: UserId): Promise<PartnerSupplier | null> {
  return maybeOne<PartnerSupplier>(
    db,
    sql`select id, code from supply_suppliers where owner_user_id = ${ownerUserId}`,
  );
}
