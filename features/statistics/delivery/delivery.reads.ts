import sql from "sql-template-tag";
import { ratedPurchases } from "#features/statistics/delivery/delivery.rules.ts";
import { metricDays, percent } from "#features/statistics/statistics.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { defineSnapshot } from "#lib/db/snapshot.ts";

/** The figures behind it move once in half a minute, and over 30 days by little. */
const KEPT_MS = 300_000;

type Rates = ReadonlyMap<string, number>;

/** Read once for everybody; served on while the database is away. */
const rates = defineSnapshot<Rates>({
  name: "statistics delivery rates",
  softMs: KEPT_MS,
  hardMs: Number.POSITIVE_INFINITY,
  load: async (db) => {
    const found = await rows<{ serviceId: number; countryId: number; purchases: number; successes: number }>(
      db,
      sql`select service_id as "serviceId", country_id as "countryId", sum(purchases)::bigint as purchases,
            sum(successes)::bigint as successes
          from statistics_days where day > (app_now() at time zone 'UTC')::date - ${metricDays}::int
          group by service_id, country_id having sum(purchases) >= ${ratedPurchases}`,
    );
    return new Map(found.map((row) => [name(row), percent(row.successes, row.purchases)]));
  },
});

/** For tests that have just counted orders. */
export function forgetDeliveryRates(db: Db): void {
  rates.invalidate(db);
}

/**
 * Tells how many of a hundred purchases of a service in a country got a code within the last 30 days; null where there were
 * too few to say. A few minutes old.
 */
export async function readDeliveryRates(
  db: Db,
): Promise<(of: { readonly serviceId: number; readonly countryId: number }) => number | null> {
  const known = await rates.read(db);
  return (of) => known.get(name(of)) ?? null;
}

function name({ serviceId, countryId }: { readonly serviceId: number; readonly countryId: number }): string {
  return `${serviceId}:${countryId}`;
}
