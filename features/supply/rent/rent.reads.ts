import { LRUCache } from "lru-cache";
import sql from "sql-template-tag";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** What is rented of a partner's stock now. */
export type RentedNumber = {
  readonly reference: number;
  readonly number: number;
  /** Null: the whole number. */
  readonly serviceId: number | null;
  readonly countryId: number;
  readonly until: Date;
};

/** The open rentals on a supplier's numbers, at most `limit`; the rentals' side implements it. */
export type RentedReader = (db: Db, supplierId: number, limit: number) => Promise<RentedNumber[]>;

/** Numbers that could be rented now in one offer (partner, country, operator), with what an hour costs us. */
export type SupplierRentOffer = {
  readonly supplierId: number;
  readonly countryId: number;
  readonly serviceId: number | null;
  readonly operator: string;
  readonly hourCostKopecks: number;
  readonly count: number;
};

/** Of each number that is or was rented: for which services (0 = whole) it cannot be rented now. */
const busy = sql`busy as (
  select number, array_agg(key) as keys from (
    select number, coalesce(service_id, 0) as key from supply_rent_leases
      where ended_at is null or ended_at > app_now() - make_interval(mins => rest_minutes)
    union select number, service_id from supply_rent_used
  ) b group by number
)`;

/** Of a number's operator: its supplier may sell it. */
const ofAllowedOperator = sql`(s.allowed_operators = '{}' or n.operator = any (s.allowed_operators))`;

/**
 * Free numbers by offer, for a service (null = whole) or a country or both; at least one must be given. Suppliers that do
 * not answer have none. The purchase counts the same way (supply_rent_is_free), number by number.
 */
function listSupplierRentOffers(
  db: Queryable,
  of: { readonly serviceId?: number | null; readonly countryId?: number },
): Promise<SupplierRentOffer[]> {
  const countryId = of.countryId ?? null;
  return rows<SupplierRentOffer>(
    db,
    sql`with ${busy}
        select p.supplier_id as "supplierId", p.country_id as "countryId", p.service_id as "serviceId", n.operator,
          p.hour_cost_kopecks as "hourCostKopecks", count(*)::int as count
        from supply_rent_prices p
        join supply_suppliers s on s.id = p.supplier_id
        join supply_rent_numbers n on n.supplier_id = p.supplier_id and n.country_id = p.country_id and n.online
          and (n.service_ids is null or p.service_id = any (n.service_ids)) and ${ofAllowedOperator}
        left join busy b on b.number = n.number
        where (${countryId}::int is null or p.country_id = ${countryId})
          and (${of.serviceId === undefined} or p.service_id is not distinct from ${of.serviceId ?? null}::int)
          and supply_may_rent(s, p.service_id, p.country_id)
          and (b.number is null or p.service_id is not null and 0 <> all (b.keys) and p.service_id <> all (b.keys))
        group by 1, 2, 3, 4, 5`,
  );
}

/**
 * Free numbers of every service (null = whole) at once, of all operators together; offers without any are left out. The same
 * counts as `listSupplierRentOffers` gives one by one, but each number is looked at once, not once for each service.
 */
export function listSupplierRentStock(db: Queryable): Promise<SupplierRentOffer[]> {
  return rows<SupplierRentOffer>(
    db,
    sql`with ${busy}, free as (
          select n.supplier_id, n.country_id, n.service_ids, b.keys
          from supply_rent_numbers n join supply_suppliers s on s.id = n.supplier_id left join busy b on b.number = n.number
          where n.online and ${ofAllowedOperator} and (b.keys is null or 0 <> all (b.keys))
        ), open as (
          select supplier_id, country_id, count(*) as count, count(*) filter (where keys is null) as whole from free
          where service_ids is null group by 1, 2
        ), taken as (
          select supplier_id, country_id, key as service_id, count(*) as count from free cross join unnest(keys) key
          where service_ids is null group by 1, 2, 3
        ), limited as (
          select supplier_id, country_id, service_id, count(*) as count
          from free cross join lateral (select distinct id as service_id from unnest(service_ids) id) s
          where keys is null or service_id <> all (keys) group by 1, 2, 3
        ), stock as (
          select p.supplier_id, p.country_id, p.service_id, p.hour_cost_kopecks,
            case when p.service_id is null then coalesce(open.whole, 0)
              else coalesce(open.count, 0) - coalesce(taken.count, 0) + coalesce(limited.count, 0) end as count
          from supply_rent_prices p join supply_suppliers s on s.id = p.supplier_id
          left join open on open.supplier_id = p.supplier_id and open.country_id = p.country_id
          left join taken on taken.supplier_id = p.supplier_id and taken.country_id = p.country_id and taken.service_id = p.service_id
          left join limited on limited.supplier_id = p.supplier_id and limited.country_id = p.country_id
            and limited.service_id = p.service_id
          where supply_may_rent(s, p.service_id, p.country_id)
        )
        select supplier_id as "supplierId", country_id as "countryId", service_id as "serviceId", 'any' as operator,
          hour_cost_kopecks as "hourCostKopecks", count::int as count
        from stock where count > 0`,
  );
}

/** What is shown may be so old: counting 60,000 numbers takes a tenth of a second, and everybody looks at the same. */
const SHOWN_MS = 2_000;
const shown = new WeakMap<Queryable, LRUCache<string, Promise<SupplierRentOffer[]>>>();

/** As `listSupplierRentOffers`, for showing: out of this process's memory, at most 2 s old. The purchase never asks it. */
export function readSupplierRentOffers(
  db: Queryable,
  of: { readonly serviceId?: number | null; readonly countryId?: number },
): Promise<SupplierRentOffer[]> {
  const cache =
    shown.get(db) ?? new LRUCache<string, Promise<SupplierRentOffer[]>>({ max: 2_000, ttl: SHOWN_MS });
  shown.set(db, cache);
  const key = `${of.serviceId === undefined ? "any" : of.serviceId}:${of.countryId ?? "any"}`;
  const hit = cache.get(key);
  if (hit) return hit;
  const asked = listSupplierRentOffers(db, of);
  cache.set(key, asked);
  asked.catch(() => cache.delete(key));
  return asked;
}

/** Services (null = whole) that some partner has an hour cost and numbers for. */
export async function listRentServices(db: Queryable): Promise<(number | null)[]> {
  const found = await rows<{ serviceId: number | null }>(
    db,
    sql`select distinct p.service_id as "serviceId" from supply_rent_prices p join supply_suppliers s on s.id = p.supplier_id
        where s.enabled and supply_rents(s, p.service_id, p.country_id) and exists (
          select from supply_rent_numbers n
          where n.supplier_id = p.supplier_id and n.country_id = p.country_id and n.online and ${ofAllowedOperator})`,
  );
  return found.map(({ serviceId }) => serviceId);
}

/** Countries in which some partner has numbers for rent on line. */
export async function listRentCountries(db: Queryable): Promise<number[]> {
  const found = await rows<{ countryId: number }>(
    db,
    sql`select distinct p.country_id as "countryId" from supply_rent_prices p join supply_suppliers s on s.id = p.supplier_id
        where s.enabled and supply_rents(s, p.service_id, p.country_id) and exists (
          select from supply_rent_numbers n
          where n.supplier_id = p.supplier_id and n.country_id = p.country_id and n.online and ${ofAllowedOperator})
        order by 1`,
  );
  return found.map(({ countryId }) => countryId);
}
