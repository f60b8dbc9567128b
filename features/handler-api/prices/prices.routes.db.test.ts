import { beforeAll, describe, expect, it } from "vitest";
import { type ApiBuyer, givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { handlerApiOn } from "#features/handler-api/handler-api.factory.ts";
import { forgetOffers } from "#features/handler-api/lists/lists.routes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice, grantWholesale } from "#features/pricing/pricing.writes.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const { ask, say } = handlerApiOn(db);

let buyer: ApiBuyer;
let wholesale: ApiBuyer;
let friend: ApiBuyer;
let first = 0;
let second = 0;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  [buyer, wholesale, friend] = [
    await givenApiBuyer(db, 0),
    await givenApiBuyer(db, 0),
    await givenApiBuyer(db, 0),
  ];
  await grantWholesale(db, wholesale.userId);
  await agreePersonalPrice(db, {
    userId: friend.userId,
    serviceId: 52,
    countryId: 6,
    priceKopecks: kopecks(999),
  });
  const offer = (input: object) => givenOffer(db, { countryId: 6, costKopecks: 500, ...input });
  const cheap = await offer({ count: 3, priceKopecks: 1_250, wholesaleKopecks: 1_100, operator: "axis" });
  first = cheap.supplierId;
  await offer({ count: 2, priceKopecks: 1_400, wholesaleKopecks: 1_300, supplierId: first });
  second = (await offer({ count: 4, priceKopecks: 1_300, wholesaleKopecks: 1_300 })).supplierId;
  await offer({ countryId: 10, count: 20, priceKopecks: 2_000, wholesaleKopecks: 1_500 });
  forgetOffers(db);
});

const all = (action: string, own = buyer, parameters = {}) => say(own, { action, ...parameters });

describe("price lists", () => {
  it.each<[string, () => string]>([
    ["getPricesV2", () => '{"6":{"tg":{"12.5":3,"13":4,"14":2}},"10":{"tg":{"20":20}}}'],
    [
      "getPricesVerification",
      () => '{"tg":{"6":{"count":9,"price":"12.50"},"10":{"count":20,"price":"20.00"}}}',
    ],
    ["getPricesExtended", () => '{"6":{"tg":{"cost":12.5,"count":9}},"10":{"tg":{"cost":20,"count":20}}}'],
  ])("%s has exactly these bytes", async (action, expected) => {
    expect(await all(action)).toBe(expected());
  });

  it("getPricesV3 names every supplier with its prices", async () => {
    expect(await all("getPricesV3", buyer, { country: 6, service: "tg" })).toBe(
      `{"6":{"tg":{"price":12.5,"count":9,"providers":{"${first}":{"count":5,"price":[12.5,14],"provider_id":${first}},` +
        `"${second}":{"count":4,"price":[13],"provider_id":${second}}}}}}`,
    );
  });

  it.each(["getPricesV2", "getPricesV3", "getPricesVerification", "getPricesExtended"])(
    "%s filters, refuses what does not exist, and is kept",
    async (action) => {
      expect(await all(action, buyer, { country: 10 })).not.toContain('"6"');
      expect(await all(action, buyer, { service: "wa" })).toBe("{}");
      expect(await all(action, buyer, { country: 0 })).toBe("{}");
      expect(await all(action, buyer, { service: "nosuch" })).toBe("BAD_SERVICE");
      expect(await all(action, buyer, { country: "x" })).toBe("BAD_COUNTRY");
      const etag = (await ask(buyer, { action })).headers.get("etag") ?? "";
      const again = await ask(buyer, { action }, { headers: { "if-none-match": etag } });
      expect([etag.length > 5, again.status]).toEqual([true, 304]);
    },
  );

  it("shows what the caller pays", async () => {
    expect(await all("getPricesV2", wholesale, { country: 6 })).toBe('{"6":{"tg":{"11":3,"13":6}}}');
    expect(await all("getPricesV2", friend, { country: 6 })).toBe('{"6":{"tg":{"9.99":9}}}');
  });
});

describe("getTopCountriesByService", () => {
  it("lists countries by stock, by rank at the caller's price, with the ladder on request", async () => {
    const plain =
      '{"0":{"country":10,"count":20,"price":20,"retail_price":20},"1":{"country":6,"count":9,"price":12.5,"retail_price":12.5}}';
    for (const own of [buyer, wholesale]) {
      expect(await all("getTopCountriesByService", own, { service: "tg" })).toBe(plain);
    }
    expect(await all("getTopCountriesByServiceRank", wholesale, { service: "tg" })).toBe(
      '{"0":{"country":10,"count":20,"price":15,"retail_price":20},"1":{"country":6,"count":9,"price":11,"retail_price":12.5}}',
    );
    expect(await all("getTopCountriesByService", buyer, { service: "tg", freePrice: "true" })).toBe(
      '{"0":{"country":10,"count":20,"price":20,"retail_price":20,"freePriceMap":{"20.00":20}},' +
        '"1":{"country":6,"count":9,"price":12.5,"retail_price":12.5,"freePriceMap":{"12.50":3,"13.00":4,"14.00":2}}}',
    );
  });

  it("by rank shows an account its agreed price, with everybody's beside it, and nobody else", async () => {
    const own = (price: number) =>
      `{"0":{"country":10,"count":20,"price":20,"retail_price":20},"1":{"country":6,"count":9,"price":${price},"retail_price":12.5}}`;
    const ranked = { service: "tg" };
    expect(await all("getTopCountriesByServiceRank", friend, ranked)).toBe(own(9.99));
    expect(await all("getTopCountriesByServiceRank", buyer, ranked)).toBe(own(12.5));
    expect(await all("getTopCountriesByService", friend, ranked)).toBe(own(12.5));
    const ladder = await all("getTopCountriesByServiceRank", friend, { ...ranked, freePrice: "true" });
    expect(ladder).toContain('"freePriceMap":{"9.99":9}');
  });

  it.each(["getTopCountriesByService", "getTopCountriesByServiceRank"])(
    "%s refuses what is no service",
    async (action) => {
      expect(await all(action)).toBe("BAD_SERVICE");
      expect(await all(action, buyer, { service: "nosuch" })).toBe("BAD_SERVICE");
    },
  );
});

describe("getNumbersStatusAndCostHubFree", () => {
  type Hub = Record<string, Record<string, unknown> & { priceMap: Record<string, number> }>;
  const read = async (own = buyer, parameters: object = { country: 6 }): Promise<Hub> =>
    JSON.parse(await all("getNumbersStatusAndCostHubFree", own, parameters));
  const rest = { random: false, canAuction: false, auctionMap: [], work: true };

  it("has SMSHub's members for every service that is sold, lowest price first, also without stock", async () => {
    const text = await all("getNumbersStatusAndCostHubFree", buyer, { country: 6 });
    expect(text).toContain(
      '"tg":{"priceMap":{"12.50":3,"13.00":4,"14.00":2},"maxPrice":12.5,"defaultPrice":12.5,"defaultMaxPrice":true,' +
        '"random":false,"quantityForMaxPrice":3,"totalQuantity":9,"canAuction":false,"auctionMap":[],"work":true}',
    );
    const hub = JSON.parse(text) as Hub;
    expect(hub.wa).toEqual({
      ...rest,
      priceMap: {},
      maxPrice: 0,
      defaultPrice: 0,
      defaultMaxPrice: true,
      quantityForMaxPrice: 0,
      totalQuantity: 0,
      work: false,
    });
    const status = JSON.parse(await all("getNumbersStatus", buyer, { country: 6 }));
    expect(Object.keys(hub).map((code) => `${code}_0`)).toEqual(Object.keys(status));
  });

  it("has the caller's own prices, an operator's stock alone, and refuses what does not exist", async () => {
    expect((await read(wholesale)).tg).toMatchObject({
      priceMap: { "11.00": 3, "13.00": 6 },
      defaultPrice: 11,
    });
    expect((await read(friend)).tg).toMatchObject({ defaultPrice: 9.99, maxPrice: 9.99 });
    expect((await read(buyer, { country: 6, operator: "axis" })).tg).toMatchObject({
      priceMap: { "12.50": 3 },
      totalQuantity: 3,
    });
    expect(await all("getNumbersStatusAndCostHubFree", buyer, { country: "x" })).toBe("BAD_COUNTRY");
    expect(await all("getNumbersStatusAndCostHubFree", buyer, { country: 6, operator: "nosuch" })).toBe(
      "BAD_OPERATOR",
    );
  });

  it("names the highest price that setMaxPrice has set for this key alone, and counts what can be had at it", async () => {
    await all("setMaxPrice", buyer, { service: "tg", country: 6, maxPrice: "13" });
    expect((await read()).tg).toMatchObject({
      maxPrice: 13,
      defaultMaxPrice: false,
      defaultPrice: 12.5,
      quantityForMaxPrice: 7,
      totalQuantity: 9,
    });
    expect((await read(wholesale)).tg).toMatchObject({ defaultMaxPrice: true });
    await all("setMaxPrice", buyer, { service: "tg", country: 6, maxPrice: "0" });
    expect((await read()).tg).toMatchObject({ maxPrice: 12.5, defaultMaxPrice: true });
  });
});

it("getPrices is stock per price with types=smshub, to the byte what getPricesV2 says", async () => {
  for (const parameters of [{}, { country: 6 }, { service: "tg", country: 10 }]) {
    const asked = await all("getPrices", buyer, { ...parameters, types: "smshub" });
    expect(asked).toBe(await all("getPricesV2", buyer, parameters));
    expect(asked).not.toBe(await all("getPrices", buyer, parameters));
  }
});
