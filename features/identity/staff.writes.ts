import sql from "sql-template-tag";
import type { StaffPermission, UserId } from "#lib/api/actor.ts";
import type { Tx } from "#lib/db/pool.ts";
import { execute, rows } from "#lib/db/query.ts";

/** What each of these accounts may do at the desk, by id; their rows are locked until the transaction ends. Unknown ones are left out. */
export async function lockStandings(
  tx: Tx,
  userIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly id: UserId; readonly permission: StaffPermission | null }>> {
  // By id, so that two who lock each other wait and do not stop each other.
  await execute(
    tx,
    sql`select from identity_users where id = any (${userIds}::bigint[]) order by id for update`,
  );
  // A statement of its own: one that has waited for a lock still sees the permissions from before.
  const found = await rows<{ id: UserId; permission: StaffPermission | null }>(
    tx,
    sql`select u.id, p.permission from identity_users u
        left join identity_staff_permissions p on p.user_id = u.id where u.id = any (${userIds}::bigint[])`,
  );
  return new Map(found.map((person) => [person.id, person]));
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
