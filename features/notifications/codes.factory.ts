import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import type { Db } from "#lib/db/pool.ts";

let lastCountryId = 60;

/** A number that somebody buys in a country where nothing else is sold; `sms` has an SMS come for it. */
export async function givenOrder(db: Db, userId: number) {
  lastCountryId += 1;
  const countryId = lastCountryId;
  const { supplierId } = await givenOffer(db, { countryId, count: 1, priceKopecks: 1_400 });
  const bought = await buyActivation(db, purchase({ userId, countryId }));
  const sms = (text?: string) => givenSms(db, supplierId, bought.number, text);
  return { ...bought, countryId, sms };
}
