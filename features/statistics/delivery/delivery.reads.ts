import sql from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import type { Delivery } from "#features/pricing/offers.rules.ts";
import { ratedCodes, ratedPurchases } from "#features/statistics/delivery/delivery.rules.ts";
import { metricDays, percent } from "#features/statistics/statistics.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { defineSnapshot } from "#lib/db/snapshot.ts";

/** The figures behind it move once in half a minute, and over 30 days by little. */
const KEPT_MS = 300_000;

type Goods = { readonly serviceId: number; readonly countryId: number };
type Known = { readonly exactPercent: number; readonly delivery: Delivery };

/** Read once for everybody; served on while the database is away. */
const rates = defineSnapshot<ReadonlyMap<string, Known>>({
  name: "statistics delivery rates",
  softMs: KEPT_MS,
  hardMs: Number.POSITIVE_INFINITY,
  load: async (db) => {
    const [shares, medians] = await Promise.all([listShares(db), listMedians(db)]);
    return new Map(
      shares.map(({ purchases, successes, ...goods }) => [
        name(goods),
        {
          exactPercent: percent(successes, purchases),
          delivery: {
            percent: Math.floor((successes * 100) / purchases),
            medianSeconds: medians.get(name(goods)) ?? null,
          },
        },
      ]),
    );
  },
});

function listShares(db: Db): Promise<(Goods & { purchases: number; successes: number })[]> {
  return rows(
    db,
    sql`select service_id as "serviceId", country_id as "countryId", sum(purchases)::bigint as purchases,
          sum(successes)::bigint as successes
        from statistics_days where day > (app_now() at time zone 'UTC')::date - ${metricDays}::int
        group by service_id, country_id having sum(purchases) >= ${ratedPurchases}`,
  );
}

async function listMedians(db: Db): Promise<ReadonlyMap<string, number>> {
  const found = await rows<Goods & { seconds: number }>(
    db,
    sql`with waits as (
          select s.service_id, s.country_id, each.seconds::integer as seconds, sum(each.codes::bigint) as codes
          from statistics_supplied s, jsonb_each_text(s.waits) each(seconds, codes)
          where s.kind = 'activation' and s.day > (app_now() at time zone 'UTC')::date - ${metricDays}::int
          group by 1, 2, 3
        ), running as (
          select service_id, country_id, seconds, sum(codes) over (partition by service_id, country_id order by seconds) as so_far,
            sum(codes) over (partition by service_id, country_id) as total
          from waits
        )
        select service_id as "serviceId", country_id as "countryId", min(seconds) as seconds
        from running where so_far * 2 >= total and total >= ${ratedCodes} group by 1, 2`,
  );
  return new Map(found.map(({ seconds, ...goods }) => [name(goods), seconds]));
}

/** For tests that have just counted orders. */
export function forgetDeliveryRates(db: Db): void {
  rates.invalidate(db);
}

/**
 * Tells how many of a hundred purchases of a service in a country got a code within the last 30 days; null where there were
 * too few to say. A few minutes old.
 */
export async function readDeliveryRates(db: Db): Promise<(of: Goods) => number | null> {
  const known = await rates.read(db);
  return (of) => known.get(name(of))?.exactPercent ?? null;
}

/** How the numbers of some countries have done for a service, by country; those with too few purchases to say are left out. */
export async function readDeliveriesOf(db: Db, serviceId: number): Promise<Record<number, Delivery>> {
  const [known, { countries }] = await Promise.all([rates.read(db), readCatalogue(db)]);
  return Object.fromEntries(
    countries.flatMap(({ id }) => {
      const found = known.get(name({ serviceId, countryId: id }));
      return found ? [[id, found.delivery] as const] : [];
    }),
  );
}

function name({ serviceId, countryId }: Goods): string {
  return `${serviceId}:${countryId}`;
}
