import sql from "sql-template-tag";
import { listBans, readAccountLimits } from "#features/activations/limits/limits.reads.ts";
import type { PersonLimits } from "#features/back-office/limits/limits.contract.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";

const BANS_SHOWN = 20;

/** What a user may have open and their newest bans, or null when there is no such user. */
export async function findPersonLimits(db: Queryable, userId: number): Promise<PersonLimits | null> {
  if (!(await maybeOne(db, sql`select id from identity_users where id = ${userId}`))) return null;
  const [limits, bans] = await Promise.all([readAccountLimits(db, userId), listBans(db, userId, BANS_SHOWN)]);
  return {
    ...limits,
    bans: bans.map((ban) => ({
      ...ban,
      startsAt: ban.startsAt.toISOString(),
      endsAt: ban.endsAt.toISOString(),
      liftedAt: ban.liftedAt?.toISOString() ?? null,
    })),
  };
}
