import { setAccountRole } from "#features/identity/roles/account-roles.writes.ts";
import type { AccountRole, UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";

/** Gives an account a role, as the staff do at the desk. */
export async function givenRole(tx: Tx, userId: UserId, role: AccountRole): Promise<void> {
  await setAccountRole(tx, userId, role, true);
}
