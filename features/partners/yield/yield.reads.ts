import sql from "sql-template-tag";
import { measuredYield, type YieldBasis, yieldRules } from "#features/partners/yield/yield.rules.ts";
import { listOwnStockCodes } from "#features/statistics/own-stock.reads.ts";
import { metricDays } from "#features/statistics/statistics.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { defineSnapshot } from "#lib/db/snapshot.ts";
import { env } from "#lib/env.ts";

/** Sums of 30 days move little in ten minutes. */
const KEPT_MS = 600_000;

/** Read once for everybody; served on while the database is away. */
const basis = defineSnapshot<YieldBasis>({
  name: "partners yields",
  softMs: KEPT_MS,
  hardMs: Number.POSITIVE_INFINITY,
  load: async (db) => {
    const counted = await listOwnStockCodes(db, yieldRules.codesMin);
    const hoursOf = await readStockHours(db);
    const { lowKopecks, highKopecks } = env.PARTNER_YIELD_KOPECKS;
    return {
      measured: counted
        .map((one) => measuredYield({ ...one, numberHours: hoursOf.get(one.countryId) ?? 0 }))
        .filter((one) => one !== null),
      assumed: { lowMilli: lowKopecks * 1_000, highMilli: highKopecks * 1_000 },
    };
  },
});

/** What own stock earns by the figures of the last 30 days, and what is taken where there are too few. Some minutes old. */
export function readYieldBasis(db: Db): Promise<YieldBasis> {
  return basis.read(db);
}

/** For tests that have just counted orders. */
export function forgetYieldBasis(db: Db): void {
  basis.invalidate(db);
}

/** Hours that numbers of own stock were on line within the last 30 days (UTC), by country. */
export async function readStockHours(db: Queryable): Promise<ReadonlyMap<number, number>> {
  const found = await rows<{ countryId: number; numberHours: number }>(
    db,
    sql`select country_id as "countryId", sum(number_hours)::bigint as "numberHours" from partners_stock_hours
        where day > (app_now() at time zone 'UTC')::date - ${metricDays}::int group by country_id order by 1`,
  );
  return new Map(found.map(({ countryId, numberHours }) => [countryId, numberHours]));
}
