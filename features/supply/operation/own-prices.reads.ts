import sql from "sql-template-tag";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

/** What a supplier gets for a code of a service in a country. */
export type OwnPrice = {
  readonly serviceId: number;
  readonly countryId: number;
  readonly costKopecks: number;
  /** Numbers that its last report put on sale for this. */
  readonly onSaleCount: number;
};

/** Every price of a supplier: those set for a service and country, and the common cost of what else is on sale. */
export function listOwnPrices(db: Queryable, supplierId: number): Promise<OwnPrice[]> {
  return rows<OwnPrice>(
    db,
    sql`select coalesce(p.service_id, o.service_id) as "serviceId", coalesce(p.country_id, o.country_id) as "countryId",
          coalesce(p.cost_kopecks, o.cost) as "costKopecks", coalesce(o.count, 0)::bigint as "onSaleCount"
        from (select * from supply_prices where supplier_id = ${supplierId}) p
        full join (
          select service_id, country_id, min(cost_kopecks) as cost, sum(claimed_count) as count
          from supply_offers where supplier_id = ${supplierId} group by 1, 2
        ) o on o.service_id = p.service_id and o.country_id = p.country_id
        where p.service_id is not null or o.count > 0
        order by 2, 1`,
  );
}

/** What an owner's prices are bound by, and where its numbers are. */
export type OwnPriceTerms = {
  readonly floorKopecks: number | null;
  readonly ceilingKopecks: number | null;
  /** What it may sell; empty = everything. */
  readonly allowedCountryIds: readonly number[];
  readonly allowedServiceIds: readonly number[];
  /** Countries of the numbers that it has reported. */
  readonly numberCountryIds: readonly number[];
};

/** The terms of a supplier's own prices. */
export function getOwnPriceTerms(db: Queryable, supplierId: number): Promise<OwnPriceTerms> {
  return one<OwnPriceTerms>(
    db,
    sql`select cost_floor_kopecks as "floorKopecks", cost_ceiling_kopecks as "ceilingKopecks",
          allowed_country_ids as "allowedCountryIds", allowed_service_ids as "allowedServiceIds",
          array(select distinct n.country_id from supply_numbers n where n.supplier_id = s.id order by 1) as "numberCountryIds"
        from supply_suppliers s where s.id = ${supplierId}`,
  );
}
