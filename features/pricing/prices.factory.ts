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
