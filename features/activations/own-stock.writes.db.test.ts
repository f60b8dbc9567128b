import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { db, freshCountries, outcomes } from "#features/activations/activations-writes.factory.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { one } from "#lib/db/query.ts";

function freshCountry(): number {
  return freshCountries.pop() as number;
}

describe("buying own stock", () => {
  it("holds the price, gives a number and takes the unit off sale", async () => {
    const countryId = freshCountry();
    const offer = await givenOffer(db, { countryId, count: 2 });
    const userId = await givenUser(db, 5_000);
    const bought = await buyActivation(db, purchase({ userId, countryId }));
    expect(offer.numbers.map(String)).toContain(bought.number);
    expect(await getBalance(db, userId)).toMatchObject({
      postedKopecks: 5_000,
      heldKopecks: 1_400,
      availableKopecks: 3_600,
    });
    const left = await one(
      db,
      sql`select count(*)::int as n from supply_stock where offer_id = ${offer.offerId}`,
    );
    expect(left).toEqual({ n: 1 });
  });

  it("sells exactly 50 numbers to 200 buyers", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, count: 50 });
    const buyers = await Promise.all(Array.from({ length: 200 }, () => givenUser(db, 2_000)));
    const { done, codes } = await outcomes(
      buyers.map((userId) => buyActivation(db, purchase({ userId, countryId }))),
    );
    expect(done).toHaveLength(50);
    expect(new Set(done.map((bought) => bought.number)).size).toBe(50);
    expect(codes).toEqual(Array(150).fill("NO_NUMBERS"));
  });

  it("makes exactly 10 of 100 parallel purchases with money for 10", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, count: 200 });
    const userId = await givenUser(db, 14_000);
    const { done, codes } = await outcomes(
      Array.from({ length: 100 }, () => buyActivation(db, purchase({ userId, countryId }))),
    );
    expect(done).toHaveLength(10);
    expect(codes).toEqual(Array(90).fill("NO_BALANCE"));
    expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 14_000, availableKopecks: 0 });
  });

  it("answers 50 parallel calls with one key with one order", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, count: 60 });
    const userId = await givenUser(db, 100_000);
    const same = purchase({ userId, countryId });
    const { done } = await outcomes(Array.from({ length: 50 }, () => buyActivation(db, same)));
    expect(new Set(done.map((bought) => bought.id)).size).toBe(1);
    expect(done.filter((bought) => !bought.replayed)).toHaveLength(1);
    expect((await getBalance(db, userId)).heldKopecks).toBe(1_400);
  });

  it("refuses a key that comes back with another order", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId });
    const userId = await givenUser(db, 100_000);
    const first = purchase({ userId, countryId });
    await buyActivation(db, first);
    await expect(buyActivation(db, { ...first, maxPriceKopecks: 9_999 as never })).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
  });

  it("never buys above the maximum and tells from which price on", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, priceKopecks: 1_400 });
    const userId = await givenUser(db, 100_000);
    await expect(
      buyActivation(db, purchase({ userId, countryId, maxPriceKopecks: 1_399 as never })),
    ).rejects.toMatchObject({
      code: "WRONG_MAX_PRICE",
      details: { minPriceKopecks: 1_400 },
    });
    expect((await getBalance(db, userId)).heldKopecks).toBe(0);
  });

  it("takes the cheapest offer first and the next when it is empty", async () => {
    const countryId = freshCountry();
    const dear = await givenOffer(db, { countryId, count: 2, priceKopecks: 2_000 });
    const cheap = await givenOffer(db, { countryId, count: 1, priceKopecks: 1_500 });
    const userId = await givenUser(db, 100_000);
    const input = { userId, countryId, maxPriceKopecks: 2_000 as never };
    const first = await buyActivation(db, purchase(input));
    const second = await buyActivation(db, purchase(input));
    expect(cheap.numbers.map(String)).toEqual([first.number]);
    expect(dear.numbers.map(String)).toContain(second.number);
    expect((await getBalance(db, userId)).heldKopecks).toBe(3_500);
  });

  it("keeps to the operator that was asked for", async () => {
    const offer = await givenOffer(db, { countryId: 6, operator: "telkomsel", count: 1, serviceId: 52 });
    await givenOffer(db, {
      countryId: 6,
      operator: "axis",
      count: 5,
      serviceId: 52,
      priceKopecks: 100,
      costKopecks: 50,
    });
    const userId = await givenUser(db, 100_000);
    const bought = await buyActivation(db, purchase({ userId, operator: "telkomsel" }));
    expect(bought.number).toBe(String(offer.numbers[0]));
    await expect(buyActivation(db, purchase({ userId, operator: "telkomsel" }))).rejects.toMatchObject({
      code: "NO_NUMBERS",
    });
    await expect(buyActivation(db, purchase({ userId, operator: "nowhere_mobile" }))).rejects.toMatchObject({
      code: "OPERATOR_NOT_FOUND",
    });
  });

  it.each([0, 222])("refuses Russian numbers (country %i)", async (countryId) => {
    const userId = await givenUser(db, 100_000);
    await expect(buyActivation(db, purchase({ userId, countryId }))).rejects.toMatchObject({
      code: "RUSSIAN_NUMBERS_UNAVAILABLE",
    });
  });
});
