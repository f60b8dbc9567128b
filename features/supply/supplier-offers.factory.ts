import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";

export type SupplierOfferInput = {
  readonly supplierId: number;
  /** Country and service ids of the catalogue. */
  readonly countryId: number;
  readonly serviceId: number;
  readonly operator: string;
  readonly costKopecks: number;
  /** What the supplier claims to have. */
  readonly count: number;
};

let lastNumber = 628_110_000_000;

/** What a supplier says it has of a service in a country. Answers its id. */
export async function givenSupplierOffer(db: Db, input: SupplierOfferInput): Promise<number> {
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into supply_offers (supplier_id, service_id, country_id, operator, claimed_count, cost_kopecks)
        values (${input.supplierId}, ${input.serviceId}, ${input.countryId}, ${input.operator}, ${input.count},
          ${input.costKopecks}) returning id`,
  );
  return id;
}

/** So many numbers in own stock for an offer, none of them used anywhere else in the test. */
export async function givenStock(db: Db, offerId: number, count: number): Promise<number[]> {
  const numbers = Array.from({ length: count }, () => ++lastNumber);
  await givenSharedStock(db, offerId, numbers);
  return numbers;
}

/** The same numbers for another offer: a number sells several services. */
export async function givenSharedStock(db: Db, offerId: number, numbers: readonly number[]): Promise<void> {
  await execute(
    db,
    sql`insert into supply_stock (offer_id, number) select ${offerId}, n from unnest(${[...numbers]}::bigint[]) n`,
  );
}
