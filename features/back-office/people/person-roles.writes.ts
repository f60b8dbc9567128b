import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { lockPerson } from "#features/identity/person-lock.writes.ts";
import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import { stopSellerOffers } from "#features/ready-accounts/stock/offers.writes.ts";
import { requireApprovedStore } from "#features/stores/applications/store-applications.writes.ts";
import { pausePartnerSupplier } from "#features/supply/operation/operate-suppliers.writes.ts";
import { ensurePartnerSupplier } from "#features/supply/partner-suppliers.writes.ts";
import type { AccountRole, UserId } from "#lib/api/actor.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

type RoleChange = {
  readonly id: number;
  readonly role: AccountRole;
  readonly isGiven: boolean;
  readonly reason: string;
};

/**
 * Gives a user a role or takes it back, with what belongs to the role and the audit in one transaction. Repeating it changes and records
 * nothing more. Throws DESK_NOTHING_THERE, OWN_ACCOUNT, SUPPLIER_EXISTS, STORE_MISSING.
 */
export async function setPersonRole(
  db: Db,
  { id, role, isGiven, reason }: RoleChange,
  staff: Staff,
): Promise<void> {
  if (id === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  await withTransaction(db, async (tx) => {
    const person = await lockPerson(tx, id);
    if (!person) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
    if (role === "store" && isGiven) await requireApprovedStore(tx, person.id);
    if (!(await setAccountRole(tx, person.id, role, isGiven))) return;
    if (role === "store" && !isGiven) await stopSellerOffers(tx, person.id);
    if (role === "partner") await followPartner(tx, person.id, isGiven);
    await recordAction(tx, {
      actorId: staff.staffId,
      action: isGiven ? "user.give-role" : "user.take-role",
      subject: `user:${id}`,
      details: { role, reason },
      ip: staff.ip,
    });
  });
}

/** Whoever is a partner has a supplier; the numbers of who is none any more are not sold. */
async function followPartner(tx: Tx, userId: UserId, isPartner: boolean): Promise<void> {
  if (isPartner) await ensurePartnerSupplier(tx, userId);
  else await pausePartnerSupplier(tx, userId);
}
