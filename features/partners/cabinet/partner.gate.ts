import { findPartnerSupplier, type PartnerSupplier } from "#features/supply/partner-suppliers.reads.ts";
import type { UserActor } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

/**
 * The supplier of the partner who calls: every call of the cabinet reads and changes that one alone. Throws NOT_FOUND for anybody who is
 * no partner, and for a partner without a supplier.
 */
export async function requirePartnerSupplier(db: Queryable, actor: UserActor): Promise<PartnerSupplier> {
  const supplier = actor.isPartner ? await findPartnerSupplier(db, actor.userId) : null;
  if (!supplier) throw new AppError(apiErrors.NOT_FOUND);
  return supplier;
}
