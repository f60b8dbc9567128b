import { createHash } from "node:crypto";
import sql from "sql-template-tag";
import { findRecoveryEnd } from "#features/identity/running-recovery/running-recovery.reads.ts";
import type { SecondFactorView } from "#features/identity/second-factor/second-factor.contract.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** As a backup code is stored: bound to its owner; 80 random bits need no slow hash. */
export function backupCodeHash(userId: UserId, code: string): Buffer {
  return createHash("sha256").update(`${userId}:${code}`).digest();
}

/** Whether a login of this person needs a code. */
export async function hasSecondFactor(db: Queryable, userId: UserId): Promise<boolean> {
  const found = await maybeOne(
    db,
    sql`select 1 from identity_second_factors where user_id = ${userId} and enabled_at is not null`,
  );
  return found !== null;
}

/** The second factor as its owner sees it. */
export async function getSecondFactor(db: Queryable, userId: UserId): Promise<SecondFactorView> {
  const row = await maybeOne<{ enabledAt: Date; left: number }>(
    db,
    sql`select f.enabled_at as "enabledAt",
          (select count(*) from identity_backup_codes c where c.user_id = f.user_id and c.used_at is null)::int as left
        from identity_second_factors f where f.user_id = ${userId} and f.enabled_at is not null`,
  );
  return {
    isEnabled: row !== null,
    enabledAt: row?.enabledAt.toISOString() ?? null,
    backupCodesLeft: row?.left ?? 0,
    recoveryEndsAt: (await findRecoveryEnd(db, userId))?.toISOString() ?? null,
  };
}

/** Seconds until codes are taken again; 0 = now. */
export async function lockSecondsLeft(db: Queryable, userId: UserId): Promise<number> {
  const row = await maybeOne<{ seconds: number }>(
    db,
    sql`select greatest(0, ceil(extract(epoch from locked_until - app_now())))::int as seconds
        from identity_second_factors where user_id = ${userId}`,
  );
  return row?.seconds ?? 0;
}

export type WaitingLogin = {
  readonly userId: UserId;
  readonly isSuspended: boolean;
  /** It began with the password. */
  readonly byPassword: boolean;
};

/** Whose login waits for its code, or null when it is too old, used or made up. */
export function findChallenge(db: Queryable, challengeHash: Buffer): Promise<WaitingLogin | null> {
  return maybeOne<WaitingLogin>(
    db,
    sql`select u.id as "userId", u.suspended_at is not null as "isSuspended", c.by_password as "byPassword"
        from identity_login_challenges c join identity_users u on u.id = c.user_id
        where c.token_hash = ${challengeHash} and c.expires_at > app_now()`,
  );
}
