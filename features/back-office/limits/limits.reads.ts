import { listBans, readAccountLimits } from "#features/activations/limits/limits.reads.ts";
import type { PersonLimits } from "#features/back-office/limits/limits.contract.ts";
import { hasAccount } from "#features/identity/account-facts.reads.ts";
import type { Queryable } from "#lib/db/pool.ts";

const BANS_SHOWN = 20;

/** What a user may have open and their newest bans, or null when there is no such user. */
export async function findPersonLimits(db: Queryable, userId: number): Promise<PersonLimits | null> {
  if (!(await hasAccount(db, userId))) return null;
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
