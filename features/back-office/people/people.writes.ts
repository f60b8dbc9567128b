import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { suspendUser } from "#features/identity/identity.writes.ts";
import { lockPerson } from "#features/identity/person-lock.writes.ts";
import { stopSellerOffers } from "#features/ready-accounts/stock/offers.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

/** Stops a user or lets them back in, with the reason. Throws DESK_NOTHING_THERE, OWN_ACCOUNT, STAFF_ACCOUNT. */
export async function suspendPerson(
  db: Db,
  { id, isSuspended, reason }: { id: number; isSuspended: boolean; reason: string },
  staff: Staff,
): Promise<void> {
  if (id === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  await withTransaction(db, async (tx) => {
    const person = await lockPerson(tx, id);
    if (!person) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
    // Who is to be stopped among the staff loses the permissions first.
    if (person.role === "staff") throw new AppError(backOfficeErrors.STAFF_ACCOUNT);
    await suspendUser(tx, person.id, isSuspended);
    // Who may not come in answers no claims. Let in again, the owner of a store puts them on sale anew.
    if (isSuspended) await stopSellerOffers(tx, person.id);
    await recordAction(tx, {
      actorId: staff.staffId,
      action: isSuspended ? "user.suspend" : "user.let-in",
      subject: `user:${id}`,
      details: { reason },
      ip: staff.ip,
    });
  });
}
