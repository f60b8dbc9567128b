import sql from "sql-template-tag";
import type { StaffPermission, UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, maybeOne } from "#lib/db/query.ts";

/** An account and what it may do at the desk; its row is locked until the transaction ends. Null when there is none. */
export function lockStanding(
  tx: Tx,
  userId: number,
): Promise<{ id: UserId; permission: StaffPermission | null } | null> {
  return maybeOne(
    tx,
    sql`select u.id, p.permission from identity_users u
        left join identity_staff_permissions p on p.user_id = u.id where u.id = ${userId} for update of u`,
  );
}

/**
 * Makes a person a member of the staff with this permission, or with null no member any more. It counts from the next
 * call on. `grantedBy` is null for the command and the seed; nobody changes their own (constraint).
 */
export async function setStanding(
  tx: Tx,
  userId: UserId,
  permission: StaffPermission | null,
  grantedBy: UserId | null,
): Promise<void> {
  await execute(
    tx,
    sql`update identity_users set role = ${permission === null ? "user" : "staff"} where id = ${userId}`,
  );
  if (permission === null) {
    await execute(tx, sql`delete from identity_staff_permissions where user_id = ${userId}`);
    return;
  }
  await execute(
    tx,
    sql`insert into identity_staff_permissions (user_id, permission, granted_by)
        values (${userId}, ${permission}, ${grantedBy})
        on conflict (user_id) do update set permission = excluded.permission, granted_by = excluded.granted_by,
          granted_at = app_now()`,
  );
}

/**
 * Lets a person write the site's texts, or ends it; beside what the person may do at the desk, which stays. Who may nothing else
 * becomes a member of the staff by it, and is none any more when it ends. `grantedBy` as in `setStanding`.
 */
export async function setContentRight(
  tx: Tx,
  userId: UserId,
  mayEdit: boolean,
  grantedBy: UserId | null,
): Promise<void> {
  if (mayEdit) {
    await execute(tx, sql`update identity_users set role = 'staff' where id = ${userId}`);
    await execute(
      tx,
      sql`insert into identity_staff_permissions (user_id, content, granted_by) values (${userId}, true, ${grantedBy})
          on conflict (user_id) do update set content = true, granted_by = excluded.granted_by, granted_at = app_now()`,
    );
    return;
  }
  const ended = await execute(
    tx,
    sql`delete from identity_staff_permissions where user_id = ${userId} and permission is null`,
  );
  if (ended > 0) await execute(tx, sql`update identity_users set role = 'user' where id = ${userId}`);
  else
    await execute(tx, sql`update identity_staff_permissions set content = false where user_id = ${userId}`);
}
