import sql from "sql-template-tag";
import type { StaffMember } from "#features/back-office/staff/staff.contract.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type Row = Omit<StaffMember, "grantedAt"> & { grantedAt: Date | null };

/** Everybody of the staff, by name. */
export async function listStaff(db: Queryable): Promise<StaffMember[]> {
  const found = await rows<Row>(
    db,
    sql`select u.id, u.email, u.name, p.permission, p.granted_at as "grantedAt", g.email as "grantedBy",
          exists (select from identity_second_factors f where f.user_id = u.id and f.enabled_at is not null) as "hasSecondFactor"
        from identity_users u
        left join identity_staff_permissions p on p.user_id = u.id
        left join identity_users g on g.id = p.granted_by
        where u.role = 'staff' order by u.name, u.id limit 500`,
  );
  return found.map((row) => ({ ...row, grantedAt: row.grantedAt?.toISOString() ?? null }));
}
