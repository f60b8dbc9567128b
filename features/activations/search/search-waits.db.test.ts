import sql from "sql-template-tag";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { db, owner } from "#features/activations/activations-writes.factory.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { makeOfferWaker } from "#features/activations/search/search.jobs.ts";
import { searchLimits } from "#features/activations/search/search.rules.ts";
import { takeDueSearches } from "#features/activations/search/search-turns.writes.ts";
import { wakeForMoney, wakeForOffers } from "#features/activations/search/search-waits.writes.ts";
import {
  freshCountry,
  look,
  open,
  ordersOf,
  read,
  removeOpenSearches,
  stop,
  work,
} from "#features/activations/search/searches.factory.ts";
import { givenBalance } from "#features/ledger/balances.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { givenPrice, givenSoldOut } from "#features/pricing/prices.factory.ts";
import { makeOfferSweep } from "#features/pricing/pricing.jobs.ts";
import { execute, rows } from "#lib/db/query.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";

afterEach(() => resetClock(owner));
beforeEach(removeOpenSearches);

const upTo = (maxPriceKopecks: number) => [{ afterSeconds: 0, maxPriceKopecks }];
const goods = (countryId: number) => [{ serviceId: 52, countryId }];
/** A long search, which has attempts to spare. */
const long = { seconds: 600, attemptsMax: 300 };

/** Lets seconds pass and looks, with nobody waking anything. */
async function lookLater(seconds: number) {
  await moveClock(owner, `${seconds} seconds`);
  return look();
}

/** A connection that counts its statements. */
function counted() {
  const asked: unknown[] = [];
  const query = (statement: never) => {
    asked.push(statement);
    return db.query(statement);
  };
  return { asked, db: { query } as unknown as typeof db };
}

describe("a search that found no offer", () => {
  test("waits and makes no further attempt until the minute is over", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, priceKopecks: 1_400 });
    const userId = await givenCustomer(db, 10_000);
    const dear = await open({ userId, countryId, steps: upTo(1_399), ...long });
    const none = await open({ userId, countryId: freshCountry(), ...long });
    await look();
    expect(await read(dear)).toMatchObject({
      waitingFor: "offer",
      refusal: "WRONG_MAX_PRICE",
      lowest: 1_400,
    });
    expect(await read(none)).toMatchObject({ waitingFor: "offer", refusal: "NO_NUMBERS", lowest: null });
    // The real seconds of so many looks count, too: some are left to them.
    for (let seconds = 2; seconds < searchLimits.wakeAnywaySeconds - 10; seconds += 2)
      expect(await lookLater(2)).toEqual([]);
    for (const id of [dear, none]) expect(await read(id)).toMatchObject({ state: "searching", attempts: 1 });
    await lookLater(12);
    for (const id of [dear, none]) expect(await read(id)).toMatchObject({ state: "searching", attempts: 2 });
  });

  test("is woken by the round of the lists that puts one on sale, and bought for at its next attempt", async () => {
    const countryId = freshCountry();
    const offer = await givenOffer(db, { countryId });
    const claims = (count: number) =>
      execute(
        owner,
        sql`update supply_offers set claimed_count = ${count}, reported_at = app_now() where id = ${offer.offerId}`,
      );
    const lists = makeOfferSweep(makeOfferWaker());
    await claims(0);
    await lists.run(db);
    const userId = await givenCustomer(db, 10_000);
    const id = await open({ userId, countryId, steps: upTo(1_400), ...long });
    await look();
    expect(await read(id)).toMatchObject({ waitingFor: "offer", refusal: "NO_NUMBERS" });
    await claims(10);
    await lists.run(db);
    expect(await read(id)).toMatchObject({ waitingFor: null, attempts: 1 });
    await lookLater(2);
    expect(await read(id)).toMatchObject({ state: "found", attempts: 2 });
  });

  test("is woken also when the lists changed while its attempt was looking", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 10_000);
    const waker = makeOfferWaker();
    const id = await open({ userId, countryId, steps: upTo(1_400), ...long });
    const changed = [{ serviceId: 52, countryId, priceChanged: true }];
    await look();
    await givenOffer(db, { countryId });
    // The attempt's answer is written down after the round: for that one the search does not wait yet.
    await execute(owner, sql`update activations_searches set waiting_for = null where id = ${id}`);
    await waker(db, changed);
    await execute(owner, sql`update activations_searches set waiting_for = 'offer' where id = ${id}`);
    await waker(db, []);
    expect(await read(id)).toMatchObject({ waitingFor: null });
    await lookLater(2);
    expect(await read(id)).toMatchObject({ state: "found" });
  });

  test("is not woken by an offer above its limit, and shows its price", async () => {
    const countryId = freshCountry();
    const offer = await givenOffer(db, { countryId, priceKopecks: 2_000 });
    const userId = await givenCustomer(db, 10_000);
    const id = await open({ userId, countryId, steps: upTo(1_400), ...long });
    await look();
    for (const price of [1_900, 1_401]) {
      await givenPrice(db, offer.offerId, price);
      expect(await wakeForOffers(db, goods(countryId))).toBe(0);
      expect(await read(id)).toMatchObject({ waitingFor: "offer", lowest: price });
      expect(await lookLater(2)).toEqual([]);
    }
    await givenPrice(db, offer.offerId, 1_400);
    expect(await wakeForOffers(db, goods(countryId))).toBe(1);
    await lookLater(2);
    expect(await ordersOf(userId)).toMatchObject([{ price: 1_400 }]);
  });

  test("keeps the pause between its attempts when it is woken", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 10_000);
    const id = await open({ userId, countryId, steps: upTo(1_400), seconds: 60, attemptsMax: 3 });
    await look();
    await givenOffer(db, { countryId });
    expect(await wakeForOffers(db, goods(countryId))).toBe(1);
    expect(await lookLater(10)).toEqual([]);
    expect(await lookLater(10)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ state: "found", attempts: 2 });
  });

  test("is looked at after a minute when nobody has woken it, and is over at its end all the same", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 10_000);
    const [id, short] = [
      await open({ userId, countryId, steps: upTo(1_400), ...long }),
      await open({ userId, countryId: freshCountry(), seconds: 30 }),
    ];
    await look();
    await givenOffer(db, { countryId });
    await lookLater(30);
    expect(await read(short)).toMatchObject({ state: "over", refusal: "NO_NUMBERS", waitingFor: null });
    expect(await lookLater(20)).toEqual([]);
    expect(await lookLater(10)).toHaveLength(1);
    expect(await read(id)).toMatchObject({ state: "found" });
  });

  test("that is stopped waits for nothing, and an offer does not wake it", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 10_000);
    const id = await open({ userId, countryId });
    await look();
    await stop(userId, id);
    await givenOffer(db, { countryId });
    expect(await wakeForOffers(db, goods(countryId))).toBe(0);
    expect(await read(id)).toMatchObject({ state: "stopped", waitingFor: null });
  });
});

describe("a search whose account cannot pay", () => {
  test("waits for money, tells so once, and is not woken by anything else", async () => {
    const countryId = freshCountry();
    const offer = await givenOffer(db, { countryId });
    const userId = await givenCustomer(db, 1_000);
    const id = await open({ userId, countryId, steps: upTo(1_400), ...long });
    await look();
    expect(await read(id)).toMatchObject({ state: "searching", waitingFor: "money", refusal: "NO_BALANCE" });
    for (const price of [1_300, 1_200]) {
      await givenPrice(db, offer.offerId, price);
      expect(await wakeForOffers(db, goods(countryId))).toBe(0);
      expect(await wakeForMoney(db)).toBe(0);
      expect(await lookLater(10)).toEqual([]);
    }
    await lookLater(60);
    expect(await read(id)).toMatchObject({ waitingFor: "money", lowest: 1_200, attempts: 2 });
    const told = await rows(
      db,
      sql`select from job_events where user_id = ${userId} and kind = 'search' and data ->> 'state' = 'searching'`,
    );
    expect(told).toHaveLength(2);
    // The price has come down to what the account has.
    await givenPrice(db, offer.offerId, 1_000);
    expect(await wakeForOffers(db, goods(countryId))).toBe(1);
    await lookLater(2);
    expect(await ordersOf(userId)).toMatchObject([{ price: 1_000 }]);
  });

  test("is woken by a payment that covers the price, and by none that does not", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId });
    const userId = await givenCustomer(db, 0);
    const id = await open({ userId, countryId, steps: upTo(1_400), ...long });
    await look();
    await givenBalance(db, userId, 1_399, `first-${id}`);
    expect(await wakeForMoney(db)).toBe(0);
    await givenBalance(db, userId, 1, `second-${id}`);
    expect(await wakeForMoney(db)).toBe(1);
    await lookLater(2);
    expect(await read(id)).toMatchObject({ state: "found", refusal: null });
  });

  test("is woken by the money of an order that is cancelled", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId });
    const userId = await givenCustomer(db, 1_500);
    const order = await buyActivation(db, purchase({ userId, countryId }));
    const id = await open({ userId, countryId, steps: upTo(1_400), ...long });
    await look();
    expect(await read(id)).toMatchObject({ waitingFor: "money" });
    await moveClock(owner, "5 minutes");
    await cancelActivation(db, userId, order.id);
    await work();
    expect(await read(id)).toMatchObject({ state: "found" });
  });

  test("waits for an offer again when the one that it lacked money for is gone", async () => {
    const countryId = freshCountry();
    const offer = await givenOffer(db, { countryId });
    const userId = await givenCustomer(db, 0);
    const id = await open({ userId, countryId, steps: upTo(1_400), ...long });
    await look();
    await givenSoldOut(db, offer.offerId);
    expect(await wakeForOffers(db, goods(countryId))).toBe(0);
    await givenBalance(db, userId, 5_000, `late-${id}`);
    expect(await wakeForMoney(db)).toBe(0);
    expect(await read(id)).toMatchObject({ waitingFor: "offer", lowest: null });
  });
});

test("what wakes searches is one statement each, however many wait, and none where no offer has changed", async () => {
  const countryId = freshCountry();
  for (let nth = 0; nth < 30; nth += 1)
    await open({ userId: await givenCustomer(db, 0), countryId, steps: upTo(1_400), ...long });
  await look();
  expect(await takeDueSearches(db, 100)).toEqual([]);
  await givenOffer(db, { countryId });
  const { asked, db: counting } = counted();
  await makeOfferWaker()(counting, []);
  await makeOfferWaker()(counting, [{ serviceId: 52, countryId, priceChanged: false }]);
  expect(asked).toHaveLength(0);
  await wakeForOffers(db, []);
  await wakeForMoney(counting);
  expect(asked).toHaveLength(1);
  expect(await wakeForOffers(db, goods(countryId))).toBe(30);
});
