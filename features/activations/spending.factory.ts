import { placeOrder } from "#features/activations/purchase/place-order.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import type { Db } from "#lib/db/pool.ts";

let lastCountry = 600;

/** Holds so much of the wallet for an order of a country of its own. Returns the order's id. */
export async function spendOnOrder(db: Db, userId: number, amountKopecks: number): Promise<number> {
  lastCountry += 1;
  await givenOffer(db, { countryId: lastCountry, count: 1, priceKopecks: amountKopecks, costKopecks: 1 });
  const { activation_id } = await placeOrder(db, {
    userId,
    idempotencyKey: crypto.randomUUID(),
    serviceId: 52,
    countryId: lastCountry,
    operator: "any",
    maxPriceKopecks: null,
    channel: "api",
    excludedSuppliers: [],
    inputHash: "-",
  });
  return activation_id as number;
}
