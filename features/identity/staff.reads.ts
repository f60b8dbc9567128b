import sql from "sql-template-tag";
import type { StaffPermission, UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

type StaffAccount = {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly permission: StaffPermission | null;
  readonly grantedAt: Date | null;
  /** The address of whoever gave the permission; null for the command and the seed. */
  readonly grantedBy: string | null;
  readonly hasSecondFactor: boolean;
};

/** Everybody of the staff, by name. */
export function listStaffAccounts(db: Queryable): Promise<StaffAccount[]> {
  return rows<StaffAccount>(
    db,
    sql`select u.id, u.email, u.name, p.permission, p.granted_at as "grantedAt", g.email as "grantedBy",
          exists (select from identity_second_factors f where f.user_id = u.id and f.enabled_at is not null) as "hasSecondFactor"
        from identity_users u
        left join identity_staff_permissions p on p.user_id = u.id
        left join identity_users g on g.id = p.granted_by
        where u.role = 'staff' order by u.name, u.id limit 500`,
  );
}

/** Whether somebody of the staff may write the site's texts. */
export async function mayEditContent(db: Queryable, userId: UserId): Promise<boolean> {
  const found = await rows(
    db,
    sql`select from identity_staff_permissions p join identity_users u on u.id = p.user_id
        where p.user_id = ${userId} and p.content and u.role = 'staff'`,
  );
  return found.length > 0;
}
