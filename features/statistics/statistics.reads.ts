import sql from "sql-template-tag";
import { type CountryMetric, metricDays, percent } from "#features/statistics/statistics.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** The countries that a service was bought in within the last 30 days, most bought first. Lags behind by some 25 minutes. */
export async function listCountryMetrics(
  db: Queryable,
  serviceId: number,
  page: { offset: number; limit: number },
): Promise<CountryMetric[]> {
  const found = await rows<{ countryId: number; purchases: number; successes: number; all: number }>(
    db,
    sql`select country_id as "countryId", sum(purchases)::bigint as purchases, sum(successes)::bigint as successes,
          (sum(sum(purchases)) over ())::bigint as all
        from statistics_days
        where service_id = ${serviceId} and day > (app_now() at time zone 'UTC')::date - ${metricDays}::int
        group by country_id
        order by 2 desc, 3 desc, 1 limit ${page.limit} offset ${page.offset}`,
  );
  return found.map((row) => ({
    countryId: row.countryId,
    sharePercent: percent(row.purchases, row.all),
    successPercent: percent(row.successes, row.purchases),
  }));
}
