import sql from "sql-template-tag";
import type { LimitOutcome } from "#features/activations/limits/limits.reads.ts";
import { readStandingFacts } from "#features/activations/limits/limits.reads.ts";
import {
  grantedMaxLimit,
  levelOf,
  openLevels,
  ratingRule,
  useRule,
} from "#features/activations/limits/limits.rules.ts";
import type { Db, Queryable, Tx } from "#lib/db/pool.ts";
import { execute, maybeOne, rows } from "#lib/db/query.ts";

/**
 * Attempts an order, and once more when the limit was in the way and the account has earned a higher one since it was last reckoned.
 * So nobody waits for a sweep, and a purchase below its limit pays nothing for the reckoning.
 */
export async function underOpenLimit<Made extends { readonly outcome: string | LimitOutcome }>(
  db: Db,
  userId: number,
  attempt: () => Promise<Made>,
): Promise<Made> {
  const made = await attempt();
  if (made.outcome !== "limit" || !(await reckonStanding(db, userId))) return made;
  return attempt();
}

/**
 * Reckons anew what an account may have open, out of its orders and its age; at most once in ten minutes, whoever asks. Answers
 * whether that is more than before.
 */
export async function reckonStanding(db: Db, userId: number): Promise<boolean> {
  const first = openLevels[0]?.openMax ?? 1;
  // Whoever changes the row reckons; all the others have just been told.
  const taken = await maybeOne<{ before: number; granted: number | null }>(
    db,
    sql`insert into activations_standings as s (user_id, earned_max) values (${userId}, ${first})
        on conflict (user_id) do update set reckoned_at = app_now()
          where s.reckoned_at < app_now() - make_interval(mins => ${ratingRule.againAfterMinutes})
        returning earned_max as before, granted_max as granted`,
  );
  if (!taken) return false;
  const facts = await readStandingFacts(db, userId);
  const { openMax } = levelOf(facts);
  await execute(
    db,
    sql`update activations_standings set earned_max = ${openMax}, finished_count = ${facts.finishedCount},
          delivered_count = ${facts.deliveredCount}, turnover_kopecks = ${facts.turnoverKopecks}
        where user_id = ${userId}`,
  );
  return Math.max(openMax, taken.granted ?? 0) > Math.max(taken.before, taken.granted ?? 0);
}

/** Reckons standings that have not been reckoned for a day, so that what was earned long ago does not last for ever. */
export async function reckonOldStandings(db: Db, limit: number): Promise<number> {
  const old = await rows<{ userId: number }>(
    db,
    sql`select user_id as "userId" from activations_standings
        where reckoned_at < app_now() - make_interval(hours => ${ratingRule.againAfterHours})
        order by reckoned_at limit ${limit}`,
  );
  for (const { userId } of old) await reckonStanding(db, userId);
  return old.length;
}

/** What `activations_judge_use` is given beside the account, from its second parameter on. */
export const judgeUseValues: readonly unknown[] = [
  useRule.ordersMax,
  useRule.minutes,
  useRule.unusedMin,
  useRule.deliveredPercent,
  useRule.banMinutes,
];

/** Bans an account by hand. The caller notes who did it (audit) in the same transaction. */
export async function banBuyer(
  tx: Tx,
  ban: {
    readonly userId: number;
    readonly minutes: number;
    readonly note: string;
    readonly staffId: number;
  },
): Promise<void> {
  await execute(
    tx,
    sql`insert into activations_bans (user_id, reason, starts_at, ends_at, note, made_by)
        select ${ban.userId}, 'staff', n.now, n.now + make_interval(mins => ${ban.minutes}), ${ban.note}, ${ban.staffId}
        from (select app_now() as now) n`,
  );
}

/** Lifts every ban of an account that has not ended; answers how many there were. */
export function liftBans(
  tx: Tx,
  lift: { readonly userId: number; readonly note: string; readonly staffId: number },
): Promise<number> {
  return execute(
    tx,
    sql`update activations_bans set lifted_at = app_now(), lifted_by = ${lift.staffId}, lift_note = ${lift.note}
        where user_id = ${lift.userId} and lifted_at is null and ends_at > app_now()`,
  );
}

/** Lets an account have so many orders open whatever it has earned; null takes that back. */
export async function grantOpenMax(tx: Queryable, userId: number, openMax: number | null): Promise<void> {
  const granted = openMax === null ? null : Math.min(openMax, grantedMaxLimit);
  await execute(
    tx,
    sql`insert into activations_standings (user_id, earned_max, granted_max)
          values (${userId}, ${openLevels[0]?.openMax ?? 1}, ${granted})
        on conflict (user_id) do update set granted_max = excluded.granted_max`,
  );
}
