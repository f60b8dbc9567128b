import type { Ladder } from "#features/loyalty/programme.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, one, rows } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** Monday 00:00 UTC of the week that it is now, by the database's clock. */
export async function readWeekStart(db: Queryable): Promise<Date> {
  const row = await one<{ startsAt: Date }>(db, {
    text: `select date_trunc('week', app_now() at time zone 'UTC') at time zone 'UTC' as "startsAt"`,
    values: [],
  });
  return row.startsAt;
}

/** A week that is over, and the rules it is paid by. */
export type Round = {
  readonly week: string;
  readonly startsAt: Date;
  readonly ladder: Ladder;
  readonly capKopecks: Kopecks | null;
  readonly uncountedMethods: readonly string[];
  readonly afterUserId: number;
  readonly stragglers: number;
};

const ROUND = `week, starts_at as "startsAt", ladder, cap_kopecks as "capKopecks",
  uncounted_methods as "uncountedMethods", after_user_id as "afterUserId", stragglers`;

/** The oldest round whose week is over and of which somebody may still be unpaid, or null. */
export function findOpenRound(db: Queryable, graceMinutes: number): Promise<Round | null> {
  return maybeOne<Round>(db, {
    text: `select ${ROUND} from loyalty_rounds
      where closed_at is null and starts_at + interval '7 days' + make_interval(mins => $1) <= app_now()
      order by starts_at limit 1`,
    values: [graceMinutes],
  });
}

/** The round of a week, or null while the week is not over. */
export function findRound(db: Queryable, week: string): Promise<Round | null> {
  return maybeOne<Round>(db, {
    text: `select ${ROUND} from loyalty_rounds where week = $1`,
    values: [week],
  });
}

/** What a user got for a week. */
export type PaidWeek = {
  readonly week: string;
  readonly startsAt: Date;
  readonly totalKopecks: Kopecks;
  readonly cashbackBp: number;
  readonly cashbackKopecks: Kopecks;
  readonly returnedKopecks: Kopecks;
  readonly paidAt: Date;
};

/** A user's paid weeks, newest first, those before a week when one is given. */
export function listPaidWeeks(
  db: Queryable,
  userId: number,
  page: { readonly before: string | null; readonly limit: number },
): Promise<PaidWeek[]> {
  return rows<PaidWeek>(db, {
    text: `select w.week, r.starts_at as "startsAt", w.total_kopecks as "totalKopecks", w.cashback_bp as "cashbackBp",
        w.cashback_kopecks as "cashbackKopecks", w.returned_kopecks as "returnedKopecks", w.paid_at as "paidAt"
      from loyalty_weeks w join loyalty_rounds r on r.week = w.week
      where w.user_id = $1 and ($2::text is null or w.week < $2)
      order by w.week desc limit $3`,
    values: [userId, page.before, page.limit],
  });
}
