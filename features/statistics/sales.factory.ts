import {
  expireActivation,
  forgetOldMessages,
  listDueActivations,
} from "#features/activations/activations.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { listDueRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { forgetOldSms } from "#features/supply/intake/intake.writes.ts";
import { type GivenRentOffer, givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/** What tests of figures sell, by the catalogue's ids. */
export const [TELEGRAM, INDONESIA, KENYA] = [52, 6, 8];

type GoodsOnSale = {
  readonly offers: ReadonlyMap<number, Offer>;
  readonly rents: GivenRentOffer;
  /** A lead of money, who gives it back. */
  readonly staffId: UserId;
};

/** Numbers on sale in two countries, by country, and for rent in the first. */
export async function givenGoods(db: Db): Promise<GoodsOnSale> {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  const offers = new Map([
    [INDONESIA, await givenOffer(db, { countryId: INDONESIA, count: 60 })],
    [KENYA, await givenOffer(db, { countryId: KENYA, count: 60 })],
  ]);
  const rents = await givenRentOffer(db, { countryId: INDONESIA, count: 20 });
  return { offers, rents, staffId: (await givenStaff(db, "money-lead")).userId };
}

/** Ends what tests of figures have left open and is due, as the worker would, so that every check holds. */
export async function endDueSales(db: Db): Promise<void> {
  for (const due of await listDueActivations(db, 100)) await expireActivation(db, due);
  for (const id of await listDueRentals(db, 100)) await passTime(db, id);
  await forgetOldMessages(db, 10_000);
  await forgetOldSms(db, 10_000);
}
