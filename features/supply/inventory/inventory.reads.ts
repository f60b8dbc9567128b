import sql from "sql-template-tag";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";

/** What is lent of a partner's stock now. `reference` is what `supply_enqueue_finish` gets as supplier_ref. */
export type LentNumber = {
  readonly reference: number;
  readonly number: number;
  readonly serviceId: number;
  readonly countryId: number;
};

/** The open orders on a supplier's own stock, at most `limit`; the orders' side implements it. */
export type LentReader = (db: Db, supplierId: number, limit: number) => Promise<LentNumber[]>;

/** A partner's numbers, for single SMS and for rent, that are on line by our books and not in this list. */
export async function listMissingNumbers(
  db: Queryable,
  supplierId: number,
  listed: readonly number[],
): Promise<{ single: number[]; forRent: number[] }> {
  const missing = await rows<{ number: number; isForRent: boolean }>(
    db,
    sql`with listed as (select unnest(${[...listed]}::bigint[]) as number)
        select number, false as "isForRent" from supply_numbers
          where supplier_id = ${supplierId} and (online or held_online) and number not in (select number from listed)
        union all
        select number, true from supply_rent_numbers
          where supplier_id = ${supplierId} and (online or held_online) and number not in (select number from listed)`,
  );
  const numbersOf = (wanted: boolean) =>
    missing.filter(({ isForRent }) => isForRent === wanted).map(({ number }) => number);
  return { single: numbersOf(false), forRent: numbersOf(true) };
}

/** The value of `supply_suppliers.poll_due_at`, exact to the microsecond. */
export type DueList = string;

/**
 * Since when the partner's whole list is wanted: after its terms or costs have changed, or when its sale goes on. Null: the last one still
 * holds. What becomes of it is `recordFullList`.
 */
export async function findDueList(db: Queryable, supplierId: number): Promise<DueList | null> {
  const [due] = await rows<{ due: DueList }>(
    db,
    sql`select poll_due_at::text as due from supply_suppliers where id = ${supplierId} and poll_due_at <= app_now()`,
  );
  return due?.due ?? null;
}

/**
 * The own offers behind `afterOfferId` whose recount together reads a bounded number of stock rows; empty at the end
 * of the round.
 */
export async function listOffersToCount(
  db: Queryable,
  afterOfferId: number,
  maxRows: number,
): Promise<number[]> {
  const offers = await rows<{ id: number }>(
    db,
    sql`select id from (
          select o.id, sum(o.claimed_count + 20) over (order by o.id) as running, row_number() over (order by o.id) as place
          from supply_offers o join supply_suppliers s on s.id = o.supplier_id and s.kind = 'own'
          where o.id > ${afterOfferId} order by o.id limit 1000) slice
        where running <= ${maxRows} or place = 1 order by id`,
  );
  return offers.map(({ id }) => id);
}
