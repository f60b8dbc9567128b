import sql from "sql-template-tag";
import { metricDays } from "#features/statistics/statistics.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** What numbers of own stock received by a service in a country within the last 30 days. */
export type OwnStockCodes = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly codes: number;
  /** What their partners are paid for these codes. */
  readonly paidKopecks: number;
};

/** The sums of the last 30 days (UTC), of services with at least `fromCodes` codes in a country. */
export function listOwnStockCodes(db: Queryable, fromCodes: number): Promise<OwnStockCodes[]> {
  return rows<OwnStockCodes>(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", sum(own_codes)::bigint as codes,
          sum(own_cost_kopecks)::bigint as "paidKopecks"
        from statistics_days where day > (app_now() at time zone 'UTC')::date - ${metricDays}::int
        group by service_id, country_id having sum(own_codes) >= ${fromCodes} order by 1, 2`,
  );
}
