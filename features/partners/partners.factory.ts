import { givenRole } from "#features/identity/roles/account-roles.factory.ts";
import { ensurePartnerSupplier } from "#features/supply/partner-suppliers.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** Makes an account a partner's, with a supplier of its own. Returns the supplier's id. */
export async function givenPartner(db: Db, userId: UserId): Promise<number> {
  return withTransaction(db, async (tx) => {
    await givenRole(tx, userId, "partner");
    return ensurePartnerSupplier(tx, userId);
  });
}
