import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { lockStanding, setStanding } from "#features/identity/staff.writes.ts";
import type { StaffPermission } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

export type Grant = {
  readonly id: number;
  readonly permission: StaffPermission | null;
  readonly reason: string;
};

/** Gives or takes a permission, from the next call on. Throws DESK_NOTHING_THERE, OWN_ACCOUNT (nobody changes their own). */
export async function setStaff(db: Db, { id, permission, reason }: Grant, staff: Staff): Promise<void> {
  if (id === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  await withTransaction(db, async (tx) => {
    const person = await lockStanding(tx, id);
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
