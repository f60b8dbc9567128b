import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { lockStandings, setStanding } from "#features/identity/staff.writes.ts";
import { isPermitted, type StaffPermission } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { apiErrors } from "#lib/errors/api-errors.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type Grant = {
  readonly id: number;
  readonly permission: StaffPermission | null;
  readonly reason: string;
};

/**
 * Gives or takes a permission, from the next call on. Throws DESK_NOTHING_THERE, OWN_ACCOUNT (nobody changes their own), and FORBIDDEN
 * for who is no lead any more: of two leads that end each other's permission at the same moment, one stays.
 */
export async function setStaff(db: Db, { id, permission, reason }: Grant, staff: Staff): Promise<void> {
  if (id === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  await withTransaction(db, async (tx) => {
    const standings = await lockStandings(tx, [id, staff.staffId]);
    const own = standings.get(staff.staffId)?.permission ?? null;
    if (!isPermitted(own, "money-lead")) throw new AppError(apiErrors.FORBIDDEN);
    const person = standings.get(id);
    if (!person) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
    await setStanding(tx, person.id, permission, staff.staffId);
    await recordAction(tx, {
      actorId: staff.staffId,
      action: "staff.set",
      subject: `user:${id}`,
      details: { before: person.permission, after: permission, reason },
      ip: staff.ip,
    });
  });
}
