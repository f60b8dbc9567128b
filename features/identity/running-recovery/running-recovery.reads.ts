import sql, { type Sql } from "sql-template-tag";
import {
  LAST_NOTICE_HOURS,
  RECOVERY_USABLE_DAYS,
  type RecoveryOffer,
} from "#features/identity/running-recovery/running-recovery.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

/** When a recovery `r` ends: what is still to be told comes first, with its hours before the end. */
export const endOfRecovery: Sql = sql`case when r.tell_next_at is null then r.ends_at
  else greatest(r.ends_at, app_now() + make_interval(hours => ${LAST_NOTICE_HOURS})) end`;

/** A recovery `r` that nobody took up in time counts no more, also before a sweep says so. */
export const isOpen: Sql = sql`r.state = 'waiting' and r.ends_at > app_now() - make_interval(days => ${RECOVERY_USABLE_DAYS})`;

/** The end of the recovery that waits for an account, or null where none does. */
export async function findRecoveryEnd(db: Queryable, userId: number): Promise<Date | null> {
  const found = await maybeOne<{ endsAt: Date }>(
    db,
    sql`select ${endOfRecovery} as "endsAt" from identity_factor_recoveries r where r.user_id = ${userId} and ${isOpen}`,
  );
  return found?.endsAt ?? null;
}

/** What a login that waits for its code is offered: only who came by password, and is no member of the staff, may recover. */
export async function readRecoveryOffer(
  db: Queryable,
  userId: UserId,
  byPassword: boolean,
): Promise<RecoveryOffer | null> {
  if (!byPassword) return null;
  const user = await maybeOne(db, sql`select 1 from identity_users where id = ${userId} and role <> 'staff'`);
  if (!user) return null;
  return { endsAt: (await findRecoveryEnd(db, userId))?.toISOString() ?? null };
}
