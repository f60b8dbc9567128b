import sql from "sql-template-tag";
import type { PartnerNumberState } from "#features/supply/inventory/partner-numbers.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";

/** A number of a partner's own. */
type PartnerNumber = {
  readonly number: number;
  readonly isForRent: boolean;
  readonly countryId: number;
  readonly operator: string;
  readonly portId: string | null;
  readonly state: PartnerNumberState;
  /** The program has it on line, be it held or not. */
  readonly isOnLine: boolean;
  readonly isLent: boolean;
  /** Services it is on sale for now; for rent: 0. */
  readonly onSaleCount: number;
  /** Services it was ever offered for. */
  readonly servicesCount: number;
  /** Services it has had an order for that it is not offered for again, or whose order is open. */
  readonly usedCount: number;
  readonly firstSeenAt: Date;
  readonly changedAt: Date;
};

export type PartnerNumberFilter = {
  /** Part of the number, the port or the operator. */
  readonly search?: string | undefined;
  readonly countryId?: number | undefined;
  readonly state?: PartnerNumberState | undefined;
  /** Above this number. */
  readonly after?: number | undefined;
};

/** Whose numbers, and which of them are lent or rented now: orders are not supply's to read. */
type PartnerStock = { readonly supplierId: number; readonly lent: readonly number[] };

/** Every number of a supplier, without a look at its units: they are many. */
function numbersOf({ supplierId, lent }: PartnerStock) {
  return sql`(
    select n.number, false as "isForRent", n.country_id as "countryId", n.operator, n.port_id as "portId", n.online,
      n.held_at as "heldAt", n.online or n.held_online as "isOnLine", n.number = any (${[...lent]}::bigint[]) as "isLent",
      n.first_seen_at as "firstSeenAt", n.changed_at as "changedAt", 0 as "rentServicesCount"
    from supply_numbers n where n.supplier_id = ${supplierId}
    union all
    select n.number, true, n.country_id, n.operator, n.port_id, n.online, n.held_at, n.online or n.held_online,
      n.number = any (${[...lent]}::bigint[]), n.first_seen_at, n.changed_at, coalesce(cardinality(n.service_ids), 0)
    from supply_rent_numbers n where n.supplier_id = ${supplierId})`;
}

/** Where a number `n` stands. Its units are looked at where nothing else says it, up to the first that is on sale. */
const stateOfNumber = sql`case when n."heldAt" is not null then 'held' when not n.online then 'offline' when n."isLent" then 'lent'
    when n."isForRent" or exists (
      select from supply_units u join supply_stock s on s.offer_id = u.offer_id and s.number = u.number where u.number = n.number)
    then 'on-sale' else 'used-up' end`;

/** A partner's numbers that fit, by number, at most `limit`. */
export function listPartnerNumbers(
  db: Queryable,
  stock: PartnerStock,
  { search, countryId, state, after }: PartnerNumberFilter,
  limit: number,
): Promise<PartnerNumber[]> {
  // What is typed is text, never a pattern.
  const part = search ? `%${search.toLowerCase().replace(/[\\%_]/g, "\\$&")}%` : null;
  return rows<PartnerNumber>(
    db,
    // Units are counted of what is shown alone.
    sql`select n.number, n."isForRent", n."countryId", n.operator, n."portId", ${stateOfNumber} as state, n."isOnLine", n."isLent",
          units."onSaleCount", units."servicesCount", units."usedCount", n."firstSeenAt", n."changedAt"
        from (
          select n.* from ${numbersOf(stock)} n
          where (${part}::text is null or n.number::text like ${part} or lower(n."portId") like ${part} or n.operator like ${part})
            and (${countryId ?? null}::integer is null or n."countryId" = ${countryId ?? null})
            and (${state ?? null}::text is null or ${stateOfNumber} = ${state ?? null})
            and (${after ?? null}::bigint is null or n.number > ${after ?? null})
          order by n.number limit ${limit}
        ) n
        cross join lateral (
          select count(s.number)::integer as "onSaleCount", n."rentServicesCount" + count(u.number)::integer as "servicesCount",
            (count(*) filter (where not u.parked and s.number is null and r.number is null)
              + (select count(*) from supply_rent_used used where n."isForRent" and used.number = n.number))::integer as "usedCount"
          from supply_units u
          left join supply_stock s on s.offer_id = u.offer_id and s.number = u.number
          left join supply_resting r on r.offer_id = u.offer_id and r.number = u.number
          where u.number = n.number and not n."isForRent") units
        order by n.number`,
  );
}

/** A partner's numbers in figures. */
export type PartnerNumberCounts = {
  /** Ports whose number is on line, where the program names them. */
  readonly portsCount: number;
  readonly onLineCount: number;
  readonly onSaleCount: number;
  readonly lentCount: number;
  readonly heldCount: number;
  readonly offlineCount: number;
  readonly usedUpCount: number;
};

/** How many of a partner's numbers stand where. */
export function countPartnerNumbers(db: Queryable, stock: PartnerStock): Promise<PartnerNumberCounts> {
  return one<PartnerNumberCounts>(
    db,
    sql`with n as materialized (select n.*, ${stateOfNumber} as state from ${numbersOf(stock)} n)
        select count(distinct "portId") filter (where "isOnLine") as "portsCount", count(*) filter (where "isOnLine") as "onLineCount",
          count(*) filter (where state = 'on-sale') as "onSaleCount", count(*) filter (where "isLent") as "lentCount",
          count(*) filter (where state = 'held') as "heldCount", count(*) filter (where state = 'offline') as "offlineCount",
          count(*) filter (where state = 'used-up') as "usedUpCount"
        from n`,
  );
}

/** The countries that a partner's numbers are from. */
export async function listPartnerCountryIds(db: Queryable, supplierId: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select country_id as id from supply_numbers where supplier_id = ${supplierId}
        union select country_id from supply_rent_numbers where supplier_id = ${supplierId} order by 1`,
  );
  return found.map(({ id }) => id);
}

/** Which of these numbers are a supplier's. */
export async function listOwnedNumbers(
  db: Queryable,
  supplierId: number,
  numbers: readonly number[],
): Promise<number[]> {
  const found = await rows<{ number: number }>(
    db,
    sql`select number from supply_numbers where supplier_id = ${supplierId} and number = any (${[...numbers]}::bigint[])
        union select number from supply_rent_numbers where supplier_id = ${supplierId} and number = any (${[...numbers]}::bigint[])`,
  );
  return found.map(({ number }) => Number(number));
}
