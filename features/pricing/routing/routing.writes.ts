import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** What purchases by worth know of a supplier's offers of a service in a country. */
type OfferRouting = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly supplierId: number;
  /** Attempts that a code takes, in hundredths: 100 to 10,000. */
  readonly triesPercent: number;
  readonly waitKopecks: Kopecks;
  /** Few have tried it: exploring purchases count it as one that always delivers. */
  readonly isTrial: boolean;
};

/** Makes the offers' routing what these rows say; of all others nothing is known any more. Answers how many offers changed. */
export async function setRouting(tx: Queryable, routings: readonly OfferRouting[]): Promise<number> {
  const column = <K extends keyof OfferRouting>(name: K) => routings.map((routing) => routing[name]);
  return execute(
    tx,
    sql`with known as (
          select * from unnest(${column("serviceId")}::integer[], ${column("countryId")}::integer[], ${column("supplierId")}::integer[],
              ${column("triesPercent")}::integer[], ${column("waitKopecks")}::bigint[], ${column("isTrial")}::boolean[])
            as k(service_id, country_id, supplier_id, tries_percent, wait_kopecks, is_trial)
        ), wanted as (
          select o.id, k.tries_percent, k.wait_kopecks, coalesce(k.is_trial, false) as is_trial
          from pricing_offers o
          left join known k on (k.service_id, k.country_id, k.supplier_id) = (o.service_id, o.country_id, o.supplier_id)
          where (o.tries_percent, o.wait_kopecks, o.is_trial)
            is distinct from (k.tries_percent, k.wait_kopecks, coalesce(k.is_trial, false))
          order by o.id for no key update of o
        )
        update pricing_offers o set tries_percent = w.tries_percent, wait_kopecks = w.wait_kopecks, is_trial = w.is_trial
        from wanted w where w.id = o.id`,
  );
}
