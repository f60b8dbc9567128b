import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import {
  DOORS_COUNTRY as COUNTRY,
  doorNames,
  marketAtCost,
  PURSE_KOPECKS,
  purchaseDoors,
  type Ware,
} from "#app/api/purchase-doors.factory.ts";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { forgetOffers } from "#features/handler-api/lists/lists.routes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice, refreshOffers } from "#features/pricing/pricing.writes.ts";
import { findPriceTable } from "#features/pricing/table/price-table.reads.ts";
import { execute, one } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb({ max: 30 });
const { doors, bots, call, freshWare } = purchaseDoors(db);
const { offer, soldOut, spent } = marketAtCost(db);

/** A buyer with whom a price was agreed for a ware of its own. */
async function givenFriend(priceKopecks: number): Promise<[ApiBuyer, Ware]> {
  const [friend, ware] = [await givenApiBuyer(db, PURSE_KOPECKS), await freshWare()];
  const goods = { userId: friend.userId, serviceId: ware.id, countryId: COUNTRY };
  await agreePersonalPrice(db, { ...goods, priceKopecks: kopecks(priceKopecks) });
  return [friend, ware];
}

const raise = async (offerId: number, costKopecks: number) => {
  await execute(db, sql`update supply_offers set cost_kopecks = ${costKopecks} where id = ${offerId}`);
  await refreshOffers(db, null);
};

describe.each(doorNames)("at an agreed price %s", (name) => {
  const buy = doors[name];

  it("sells what costs at most that, and nothing that costs more once it is gone", async () => {
    const [friend, ware] = await givenFriend(700);
    await offer(ware, 600, { count: 1 });
    await offer(ware, 1_440);
    expect(await buy(friend, ware)).not.toContain("NO_NUMBERS");
    expect(await buy(friend, ware)).toContain("NO_NUMBERS");
    expect(await spent(friend)).toBe(700);
  });

  it("sells nothing whose cost has risen above it", async () => {
    const [friend, ware] = await givenFriend(700);
    const { offerId } = await offer(ware, 700);
    await raise(offerId, 701);
    expect(await buy(friend, ware)).toContain("NO_NUMBERS");
    expect(await spent(friend)).toBe(0);
  });

  it("does not go on to a supplier that costs more when the first one has nothing", async () => {
    const [friend, ware] = await givenFriend(700);
    await offer(ware, 600, soldOut());
    await offer(ware, 701);
    expect(await buy(friend, ware)).toContain("NO_NUMBERS");
    expect(await spent(friend)).toBe(0);
    await offer(ware, 700);
    expect(await buy(friend, ware)).not.toContain("NO_NUMBERS");
    expect(await spent(friend)).toBe(700);
  });
});

describe("who has an agreed price", () => {
  it("cannot choose a supplier that costs more, whatever limit is named", async () => {
    const [friend, ware] = await givenFriend(700);
    await offer(ware, 600);
    const { supplierId } = await offer(ware, 1_440);
    const chosen = { providerIds: String(supplierId), maxPrice: "100.00" };
    expect(await bots(friend, "getNumber", ware, chosen)).toBe("NO_NUMBERS");
    expect(await spent(friend)).toBe(0);
  });

  it("sees in every list only what can be bought at that price", async () => {
    const [friend, ware] = await givenFriend(700);
    await offer(ware, 600, { count: 2 });
    const { supplierId: dear } = await offer(ware, 1_440, { count: 5 });
    forgetOffers(db);
    const place = { country: COUNTRY };
    const list = (action: string) => bots(friend, action, ware, place);
    expect(await list("getPrices")).toBe(
      `{"${COUNTRY}":{"${ware.code}":{"cost":7,"count":2,"physicalCount":2}}}`,
    );
    expect(await list("getPricesV2")).toBe(`{"${COUNTRY}":{"${ware.code}":{"7":2}}}`);
    expect(await list("getPricesV3")).not.toContain(`"${dear}"`);
    expect(await list("getPricesExtended")).toContain('"count":2');
    expect(await list("getPricesVerification")).toContain('"count":2');
    expect(await bots(friend, "getTopCountriesByServiceRank", ware)).toContain('"count":2');
    const rest = await call(friend, "GET", `/api/v1/offers?service=${ware.code}&country=${COUNTRY}`);
    expect(JSON.parse(rest).data).toMatchObject([{ priceKopecks: 700, count: 2 }]);
    const query = { subject: "service", sort: "price", search: "", page: 1 } as const;
    const { slug } = await one<{ slug: string }>(
      db,
      sql`select slug from catalogue_services where id = ${ware.id}`,
    );
    const own = await findPriceTable(db, { ...query, slug }, { locale: "en", userId: friend.userId });
    expect(own?.rows).toMatchObject([{ own: { kopecks: 700, isAgreed: true }, count: 2 }]);
    const everybodys = await findPriceTable(db, { ...query, slug }, { locale: "en", userId: null });
    expect(everybodys?.rows).toMatchObject([{ own: null, count: 7 }]);
  });

  it("finds a number of any country only where it can be bought", async () => {
    const [friend, ware] = await givenFriend(700);
    await offer(ware, 1_440);
    await givenOffer(db, { countryId: 10, serviceId: ware.id, costKopecks: 900, priceKopecks: 900 });
    forgetOffers(db);
    expect(await bots(friend, "getNumber", ware, { country: "any" })).toContain("ACCESS_NUMBER");
    expect(await spent(friend)).toBe(900);
  });
});
