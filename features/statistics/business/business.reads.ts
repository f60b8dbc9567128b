import sql, { raw, type Sql } from "sql-template-tag";
import { type BusinessSums, topRows } from "#features/statistics/business/business.rules.ts";
import { metricDays } from "#features/statistics/statistics.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

const SUMS = sql`coalesce(sum(placed), 0)::bigint as placed, coalesce(sum(delivered), 0)::bigint as delivered,
  coalesce(sum(undelivered), 0)::bigint as undelivered, coalesce(sum(refunded), 0)::bigint as refunded,
  coalesce(sum(captured_kopecks), 0)::bigint as "capturedKopecks", coalesce(sum(refunded_kopecks), 0)::bigint as "refundedKopecks",
  coalesce(sum(cost_kopecks), 0)::bigint as "costKopecks", coalesce(sum(bonus_kopecks), 0)::bigint as "bonusKopecks",
  coalesce(sum(referral_kopecks), 0)::bigint as "referralKopecks"`;

/** The last 30 days, today (UTC, by the database's clock) included. */
const RECENT = sql`day > (app_now() at time zone 'UTC')::date - ${metricDays}::int and day <= (app_now() at time zone 'UTC')::date`;

/** The figures of each of the last 30 days (UTC), oldest first, days without any included. */
export function listBusinessDays(db: Queryable): Promise<(BusinessSums & { day: string })[]> {
  return rows(
    db,
    sql`select to_char(d.day, 'YYYY-MM-DD') as day, ${SUMS}
        from (select (app_now() at time zone 'UTC')::date - back as day from generate_series(0, ${metricDays}::int - 1) back) d
        left join statistics_business using (day) group by d.day order by d.day`,
  );
}

type TopRow = BusinessSums & { readonly id: number };

/** The services (0 = whole numbers) with most purchases of the last 30 days. */
export function listTopServices(db: Queryable): Promise<TopRow[]> {
  return listTop(db, raw("service_id"));
}

/** The countries with most purchases of the last 30 days. */
export function listTopCountries(db: Queryable): Promise<TopRow[]> {
  return listTop(db, raw("country_id"));
}

function listTop(db: Queryable, column: Sql): Promise<TopRow[]> {
  return rows(
    db,
    sql`select ${column} as id, ${SUMS} from statistics_business where kind not in ('licence', 'other') and ${RECENT}
        group by ${column} order by placed desc, delivered desc, ${column} limit ${topRows}`,
  );
}

/**
 * Half of the codes of purchases of the last `days` (UTC, today included) came within so many seconds; null while none has come. A
 * purchase is counted some minutes after its end.
 */
export async function findMedianWait(db: Queryable, days: number): Promise<number | null> {
  const found = await one<{ seconds: number | null }>(
    db,
    sql`with waits as (
          select each.seconds::integer as seconds, sum(each.codes::bigint) as codes
          from statistics_day_waits, jsonb_each_text(waits) each(seconds, codes)
          where day > (app_now() at time zone 'UTC')::date - ${days}::int group by 1
        ), running as (
          select seconds, sum(codes) over (order by seconds) as so_far, sum(codes) over () as total from waits
        )
        select min(seconds) as seconds from running where so_far * 2 >= total`,
  );
  return found.seconds;
}

/** When the figures last had every transfer in them; null while the first count is still under way. */
export async function findCountedAt(db: Queryable): Promise<Date | null> {
  const found = await one<{ at: Date | null }>(
    db,
    sql`select counted_at as at from statistics_business_progress`,
  );
  return found.at;
}
