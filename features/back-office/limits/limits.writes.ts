import { banBuyer, grantOpenMax, liftBans } from "#features/activations/limits/limits.writes.ts";
import { backOfficeErrors } from "#features/back-office/back-office.errors.ts";
import type { Staff } from "#features/back-office/back-office.rules.ts";
import { recordAction } from "#features/identity/audit.writes.ts";
import { lockPerson } from "#features/identity/person-lock.writes.ts";
import type { Db, Tx } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { AppError } from "#lib/errors/app-error.ts";

type Act = {
  readonly action: "buyer.ban" | "buyer.lift-ban" | "buyer.open-max";
  readonly details: Readonly<Record<string, string | number | null>>;
};

/** Stops a user's purchases for some minutes. Throws DESK_NOTHING_THERE, OWN_ACCOUNT. */
export function banPerson(
  db: Db,
  { id, minutes, reason }: { id: number; minutes: number; reason: string },
  staff: Staff,
): Promise<void> {
  const act: Act = { action: "buyer.ban", details: { minutes, reason } };
  return onPerson(db, id, staff, act, (tx) =>
    banBuyer(tx, { userId: id, minutes, note: reason, staffId: staff.staffId }),
  );
}

/** Lets a user buy again. Throws DESK_NOTHING_THERE (also when nothing stops them), OWN_ACCOUNT. */
export function liftPersonBan(
  db: Db,
  { id, reason }: { id: number; reason: string },
  staff: Staff,
): Promise<void> {
  const act: Act = { action: "buyer.lift-ban", details: { reason } };
  return onPerson(db, id, staff, act, async (tx) => {
    const lifted = await liftBans(tx, { userId: id, note: reason, staffId: staff.staffId });
    if (lifted === 0) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
  });
}

/** Gives a user a limit beside the table, or takes it back. Throws DESK_NOTHING_THERE, OWN_ACCOUNT. */
export function grantPersonOpenMax(
  db: Db,
  { id, openMax, reason }: { id: number; openMax: number | null; reason: string },
  staff: Staff,
): Promise<void> {
  const act: Act = { action: "buyer.open-max", details: { openMax, reason } };
  return onPerson(db, id, staff, act, (tx) => grantOpenMax(tx, id, openMax));
}

/** Does it and writes it down, or neither. */
async function onPerson(
  db: Db,
  id: number,
  staff: Staff,
  { action, details }: Act,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (id === staff.staffId) throw new AppError(backOfficeErrors.OWN_ACCOUNT);
  await withTransaction(db, async (tx) => {
    if (!(await lockPerson(tx, id, "share"))) throw new AppError(backOfficeErrors.DESK_NOTHING_THERE);
    await change(tx);
    await recordAction(tx, {
      actorId: staff.staffId,
      action,
      subject: `user:${id}`,
      details,
      ip: staff.ip,
    });
  });
}
