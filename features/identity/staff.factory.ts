import { createHash, randomBytes } from "node:crypto";
import sql from "sql-template-tag";
import { givenAccount, newApiKey } from "#features/identity/accounts.factory.ts";
import { setContentRight } from "#features/identity/staff.writes.ts";
import type { StaffPermission, UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { seal } from "#lib/sealed-text.ts";

export type TestStaff = { readonly userId: UserId; readonly cookie: string };

const SEED = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

/** A member of the staff with a session that has just shown its second factor (`secondsAgo` seconds ago). */
export async function givenStaff(
  db: Db,
  permission: StaffPermission | null,
  { secondsAgo = 0, name = "Staff" }: { secondsAgo?: number; name?: string } = {},
): Promise<TestStaff> {
  const userId = await givenAccount(db, newApiKey());
  await execute(db, sql`update identity_users set role = 'staff', name = ${name} where id = ${userId}`);
  await giveSecondFactor(db, userId);
  if (permission) {
    await execute(
      db,
      sql`insert into identity_staff_permissions (user_id, permission) values (${userId}, ${permission})`,
    );
  }
  const cookie = randomBytes(32).toString("base64url");
  await one(
    db,
    sql`insert into identity_sessions (user_id, token_hash, ip, user_agent, expires_at, second_factor_at)
        values (${userId}, ${createHash("sha256").update(cookie).digest()}, '192.0.2.9', '',
          app_now() + interval '1 day', app_now() - make_interval(secs => ${secondsAgo})) returning id`,
  );
  return { userId, cookie };
}

async function giveSecondFactor(db: Db, userId: UserId): Promise<void> {
  await execute(
    db,
    sql`insert into identity_second_factors (user_id, sealed_seed, enabled_at) values (${userId}, ${seal(SEED)}, app_now())
        on conflict (user_id) do nothing`,
  );
}

/** Lets a person write the site's texts, with sessions that have just shown their second factor. */
export async function markEditor(db: Db, userId: UserId): Promise<void> {
  await withTransaction(db, (tx) => setContentRight(tx, userId, true, null));
  await giveSecondFactor(db, userId);
  await execute(db, sql`update identity_sessions set second_factor_at = app_now() where user_id = ${userId}`);
}
