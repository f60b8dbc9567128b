import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { db, owner } from "#features/activations/activations-writes.factory.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import {
  freshCountry,
  later,
  open,
  ordersOf,
  read,
  work,
} from "#features/activations/search/searches.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { givenPrice, givenSoldOut } from "#features/pricing/prices.factory.ts";
import { agreePersonalPrice, grantWholesale } from "#features/pricing/pricing.writes.ts";
import { execute, rows } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { resetClock } from "#lib/testing/move-clock.ts";

beforeEach(() => resetClock(owner));

describe("a search without a limit", () => {
  test("waits while the price is above its quote and buys once it is back within the tolerance", async () => {
    const countryId = freshCountry();
    const cheap = await givenOffer(db, { countryId, priceKopecks: 1_400 });
    const userId = await givenCustomer(db, 100_000);
    const id = await open({ userId, countryId, seconds: 3_600, attemptsMax: 500 });
    expect(await read(id)).toMatchObject({ quoted: 1_400, most: 1_470, lowest: 1_400 });
    await givenSoldOut(db, cheap.offerId);
    const dear = await givenOffer(db, { countryId, priceKopecks: 9_900 });
    // Long after the lists showed the cheap one.
    for (const seconds of [0, 120, 600]) {
      await later(seconds);
      expect(await read(id)).toMatchObject({
        ...{ state: "searching", refusal: "PRICE_ABOVE_QUOTED" },
        ...{ quoted: 1_400, most: 1_470, lowest: 9_900 },
      });
    }
    await givenPrice(db, dear.offerId, 1_471);
    await later(60);
    expect(await read(id)).toMatchObject({ state: "searching", lowest: 1_471 });
    await givenPrice(db, dear.offerId, 1_470);
    await later(60);
    expect(await read(id)).toMatchObject({ state: "found", refusal: null });
    expect(await ordersOf(userId)).toMatchObject([{ price: 1_470 }]);
  });

  test("that begins with nothing on sale tells the first price it sees before it buys at that price", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 100_000);
    const id = await open({ userId, countryId, seconds: 3_600, attemptsMax: 1_000 });
    await work();
    expect(await read(id)).toMatchObject({ quoted: null, refusal: "NO_NUMBERS", lowest: null });
    const offer = await givenOffer(db, { countryId, priceKopecks: 2_000 });
    await later(4);
    expect(await read(id)).toMatchObject({ state: "searching", quoted: 2_000, most: 2_100, refusal: null });
    const events = await rows(
      db,
      sql`select from job_events where user_id = ${userId} and kind = 'search' and data ->> 'state' = 'searching'`,
    );
    expect(events).toHaveLength(2);
    await later(4);
    expect(await ordersOf(userId)).toEqual([]);
    await givenPrice(db, offer.offerId, 2_101);
    await later(1);
    expect(await read(id)).toMatchObject({ refusal: "PRICE_ABOVE_QUOTED", quoted: 2_000, lowest: 2_101 });
    await givenPrice(db, offer.offerId, 2_100);
    await later(60);
    expect(await read(id)).toMatchObject({ state: "found" });
    expect(await ordersOf(userId)).toMatchObject([{ price: 2_100 }]);
  });

  test("is quoted what its own account pays: its tier, its agreed price, its operator and its way in", async () => {
    const countryId = freshCountry();
    const wide = { countryId, costKopecks: 500 };
    await givenOffer(db, { ...wide, priceKopecks: 2_000, wholesaleKopecks: 1_700 });
    await givenOffer(db, { ...wide, priceKopecks: 3_000, operator: "as" });
    await givenOffer(db, { ...wide, priceKopecks: 900, apiOnly: true });
    const closed = await givenOffer(db, { ...wide, priceKopecks: 600 });
    const [retail, wholesale, agreed] = [
      await givenCustomer(db, 100),
      await givenCustomer(db, 100),
      await givenCustomer(db, 100),
    ];
    await grantWholesale(db, wholesale);
    await agreePersonalPrice(db, { userId: agreed, serviceId: 52, countryId, priceKopecks: kopecks(1_234) });
    const quoteOf = async (userId: number, input: object = {}) =>
      (await read(await open({ userId, countryId, closedSuppliers: [closed.supplierId], ...input }))).quoted;
    expect(await quoteOf(retail)).toBe(2_000);
    expect(await quoteOf(retail, { operator: "as" })).toBe(3_000);
    expect(await quoteOf(retail, { channel: "api" })).toBe(900);
    expect(await quoteOf(retail, { closedSuppliers: [] })).toBe(600);
    expect(await quoteOf(wholesale)).toBe(1_700);
    expect(await quoteOf(agreed)).toBe(1_234);
  });

  test("keeps to its first quote when its number is replaced", async () => {
    const countryId = freshCountry();
    const offer = await givenOffer(db, { countryId, priceKopecks: 1_400 });
    const userId = await givenCustomer(db, 100_000);
    const id = await open({ userId, countryId, replacing: { afterSeconds: 60, times: 2 } });
    await work();
    expect(await read(id)).toMatchObject({ state: "watching" });
    await givenPrice(db, offer.offerId, 2_500);
    await later(61);
    await work();
    expect(await read(id)).toMatchObject({ state: "searching", refusal: "PRICE_ABOVE_QUOTED", done: 1 });
    await later(30);
    expect((await ordersOf(userId)).map(({ state }) => state)).toEqual(["cancelled"]);
  });

  test("is held to what the lists showed a minute ago when the cheap numbers have just gone", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 100_000);
    await execute(
      owner,
      sql`insert into pricing_past_offers (service_id, country_id, supplier_id, operator, api_only, retail_kopecks, wholesale_kopecks,
            until) values (52, ${countryId}, 1, 'any', false, 1000, 1000, app_now() + interval '30 seconds')`,
    );
    await givenOffer(db, { countryId, priceKopecks: 5_000 });
    const id = await open({ userId, countryId });
    await later(40);
    expect(await read(id)).toMatchObject({ refusal: "PRICE_ABOVE_QUOTED", quoted: 1_000, lowest: 5_000 });
    expect(await ordersOf(userId)).toEqual([]);
  });
});

test("a search with a limit has no quote and buys up to its limit, whatever the price was before", async () => {
  const countryId = freshCountry();
  const offer = await givenOffer(db, { countryId, priceKopecks: 1_400 });
  const userId = await givenCustomer(db, 100_000);
  const steps = [{ afterSeconds: 0, maxPriceKopecks: 3_000 }];
  const id = await open({ userId, countryId, steps });
  await givenPrice(db, offer.offerId, 2_900);
  await work();
  expect(await read(id)).toMatchObject({ state: "found", quoted: null });
});
