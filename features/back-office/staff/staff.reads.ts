import type { StaffMember } from "#features/back-office/staff/staff.contract.ts";
import { listStaffAccounts } from "#features/identity/staff.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

/** Everybody of the staff, by name. */
export async function listStaff(db: Queryable): Promise<StaffMember[]> {
  const found = await listStaffAccounts(db);
  return found.map((member) => ({ ...member, grantedAt: member.grantedAt?.toISOString() ?? null }));
}
