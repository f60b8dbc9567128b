import sql from "sql-template-tag";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

export type RentOfferInput = {
  readonly countryId?: number;
  /** Service ids with an hour cost; null = the whole number. */
  readonly services?: readonly (number | null)[];
  readonly hourCostKopecks?: number;
  readonly operator?: string;
  readonly count?: number;
  /** An earlier offer's supplier. */
  readonly supplierId?: number;
};

export type GivenRentOffer = {
  readonly supplierId: number;
  readonly numbers: number[];
  readonly pushKey: string;
};

let lastNumber = 628_550_000_000;

/** A supplier's numbers for rent: 10 in Indonesia for Telegram and as a whole, at a rouble an hour. */
export async function givenRentOffer(db: Db, input: RentOfferInput = {}): Promise<GivenRentOffer> {
  const { countryId = 6, services = [52, null], hourCostKopecks = 100, operator = "any", count = 10 } = input;
  const { supplierId, pushKey } = input.supplierId
    ? { supplierId: input.supplierId, pushKey: "" }
    : await givenSupplier(db, { answered: false });
  await execute(
    db,
    sql`insert into supply_rent_prices (supplier_id, country_id, service_id, hour_cost_kopecks)
        select ${supplierId}, ${countryId}, s, ${hourCostKopecks} from unnest(${[...services]}::int[]) s
        on conflict do nothing`,
  );
  const numbers = Array.from({ length: count }, () => ++lastNumber);
  await execute(
    db,
    sql`insert into supply_rent_numbers (number, supplier_id, country_id, operator)
        select n, ${supplierId}, ${countryId}, ${operator} from unnest(${numbers}::bigint[]) n`,
  );
  return { supplierId, numbers, pushKey };
}

/** Takes the numbers of all other suppliers off the market. Owner only. */
export async function takeOthersOffline(owner: Db, supplierId: number): Promise<void> {
  await execute(owner, sql`update supply_rent_numbers set online = false where supplier_id <> ${supplierId}`);
}
