import sql from "sql-template-tag";
import type { Db } from "#lib/db/pool.ts";
import { execute } from "#lib/db/query.ts";

/** An offer's price becomes another one, as a supplier's list may say at any moment. */
export async function givenPrice(db: Db, offerId: number, priceKopecks: number): Promise<void> {
  await execute(
    db,
    sql`update pricing_offers set retail_kopecks = ${priceKopecks}, wholesale_kopecks = ${priceKopecks}, updated_at = app_now()
        where id = ${offerId}`,
  );
}

/** An offer has no numbers left. */
export async function givenSoldOut(db: Db, offerId: number): Promise<void> {
  await execute(db, sql`update pricing_offers set count = 0, updated_at = app_now() where id = ${offerId}`);
}

export type PastOfferInput = {
  readonly retail: number;
  readonly operator?: string;
  readonly apiOnly?: boolean;
  /** How long it still counts as listed. */
  readonly seconds?: number;
  /** Numbers that were left at the price. */
  readonly count?: number;
  readonly isListed?: boolean;
};

/** An offer for service 52 that was listed until a little while ago. */
export async function givenPastOffer(
  db: Db,
  input: PastOfferInput & { readonly countryId: number },
): Promise<void> {
  const {
    countryId,
    retail,
    operator = "any",
    apiOnly = false,
    seconds = 60,
    count = 10,
    isListed = true,
  } = input;
  await execute(
    db,
    sql`insert into pricing_past_offers (service_id, country_id, supplier_id, operator, api_only, retail_kopecks,
          wholesale_kopecks, until, count, is_listed)
        values (52, ${countryId}, 1, ${operator}, ${apiOnly}, ${retail}, ${retail}, app_now() + make_interval(secs => ${seconds}),
          ${count}, ${isListed})`,
  );
}
