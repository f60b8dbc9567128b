import sql from "sql-template-tag";
import { listOffers } from "#features/pricing/pricing.reads.ts";
import { metricDays } from "#features/statistics/statistics.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/**
 * Adds the days' figures of the last 30 days up for the first screen, with the lowest price of now. A visit reads one row.
 */
export async function measurePublicFigures(db: Db): Promise<void> {
  const [cheapest] = await listOffers(db, { channel: "site", userId: null });
  await execute(
    db,
    sql`with recent as (select (app_now() at time zone 'UTC')::date - ${metricDays}::int as day),
        counted as (
          select coalesce(sum(d.purchases), 0)::bigint as purchases, coalesce(sum(d.successes), 0)::bigint as successes
          from statistics_days d, recent where d.day > recent.day
        ), waits as (
          select each.seconds::integer as seconds, sum(each.codes::bigint) as codes
          from statistics_day_waits w, recent, jsonb_each_text(w.waits) each(seconds, codes)
          where w.day > recent.day group by 1
        ), running as (
          select seconds, sum(codes) over (order by seconds) as so_far, sum(codes) over () as total from waits
        )
        update statistics_public p set purchases = counted.purchases, successes = counted.successes,
          median_seconds = (select min(seconds) from running where so_far * 2 >= total),
          lowest_kopecks = ${cheapest?.retailKopecks ?? null}, measured_at = app_now()
        from counted`,
  );
}
