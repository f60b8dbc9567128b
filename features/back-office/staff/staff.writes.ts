import sql from "sql-template-tag";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { setStanding } from "#features/identity/staff.writes.ts";
import type { StaffPermission, UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
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
    const person = await maybeOne<{ id: UserId; before: StaffPermission | null }>(
      tx,
      sql`select u.id, p.permission as before from identity_users u
          left join identity_staff_permissions p on p.user_id = u.id where u.id = ${id} for update of u`,
    );
    if (!person) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
    await setStanding(tx, person.id, permission, staff.staffId);
    await recordAction(tx, {
      actorId: staff.staffId,
      action: "staff.set",
      subject: `user:${id}`,
      details: { before: person.before, after: permission, reason },
      ip: staff.ip,
    });
  });
}
