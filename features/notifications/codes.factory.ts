import { deliverSms } from "#features/activations/activations.writes.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { Db } from "#lib/db/pool.ts";

let lastSmsId = 900n;
let lastCountryId = 60;

/** Has an SMS come for a number: to its order, or to whatever else `deliver` looks for. */
export async function givenSms(
  db: Db,
  supplierId: number,
  number: string,
  text: string,
  deliver: typeof deliverSms = deliverSms,
): Promise<void> {
  lastSmsId += 1n;
  const sms = { supplierId, smsId: lastSmsId, phone: Number(number), sender: "Telegram", text };
  await receiveSms(db, sms, deliver);
}

/** A number that somebody buys in a country where nothing else is sold; `sms` has an SMS come for it. */
export async function givenOrder(db: Db, userId: number) {
  lastCountryId += 1;
  const countryId = lastCountryId;
  const { supplierId } = await givenOffer(db, { countryId, count: 1, priceKopecks: 1_400 });
  const bought = await buyActivation(db, purchase({ userId, countryId }));
  const sms = (text = "Telegram code 41507") => givenSms(db, supplierId, bought.number, text);
  return { ...bought, countryId, sms };
}
