import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelActivation } from "#features/activations/activations.writes.ts";
import { db, outcomes, owner } from "#features/activations/activations-writes.factory.ts";
import { givenApiBuyer, givenCustomer } from "#features/activations/buyers.factory.ts";
import { openLevels } from "#features/activations/limits/limits.rules.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { searchLimits } from "#features/activations/search/search.rules.ts";
import { forgetOldSearches } from "#features/activations/search/search.writes.ts";
import { workSearch } from "#features/activations/search/search-attempt.writes.ts";
import { type DueSearch, takeDueSearches } from "#features/activations/search/search-turns.writes.ts";
import {
  faultyDb,
  freshCountry,
  later,
  open,
  ordersOf,
  read,
  stop,
  work,
} from "#features/activations/search/searches.factory.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice } from "#features/pricing/pricing.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";

/** What a new account may have open. */
const FIRST = openLevels[0]?.openMax as number;

beforeEach(() => resetClock(owner));

describe("a number search", () => {
  test("buys the number when one comes on sale, and no second one", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 10_000);
    const id = await open({ userId, countryId });
    await work();
    expect(await read(id)).toMatchObject({ state: "searching", refusal: "NO_NUMBERS", attempts: 1 });
    await givenOffer(db, { countryId });
    await later(2);
    await later(5);
    const [order, ...others] = await ordersOf(userId);
    expect(others).toEqual([]);
    expect(await read(id)).toMatchObject({ state: "found", refusal: null, orderId: order?.id });
    await later(60);
    expect(await ordersOf(userId)).toHaveLength(1);
  });

  test("makes its attempts two seconds apart and is over with the last one or its time", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, count: 40 });
    // Full: there is an offer and money, and no room for the order.
    const userId = await givenCustomer(db, 100_000);
    await execute(owner, sql`update activations_standings set granted_max = null where user_id = ${userId}`);
    for (let each = 0; each < FIRST; each += 1) await buyActivation(db, purchase({ userId, countryId }));
    const short = await open({ userId, countryId, seconds: 60, attemptsMax: 3 });
    const long = await open({ userId, countryId, seconds: 60, attemptsMax: 1_000 });
    await work();
    expect(await work()).toEqual([]);
    await later(1.5);
    expect(await read(long)).toMatchObject({ attempts: 1 });
    await later(1);
    expect(await read(long)).toMatchObject({ attempts: 2 });
    expect(await read(short)).toMatchObject({ attempts: 1 });
    await later(20);
    await later(20);
    expect(await read(short)).toMatchObject({ state: "over", attempts: 3, refusal: "CHANNELS_LIMIT" });
    expect(await read(long)).toMatchObject({ state: "searching" });
    await later(20);
    expect(await read(long)).toMatchObject({ state: "over", refusal: "CHANNELS_LIMIT" });
    expect(await ordersOf(userId)).toHaveLength(FIRST);
  });

  test("climbs its ladder at the seconds it names and never above the step of that moment", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, priceKopecks: 1_500 });
    const userId = await givenCustomer(db, 10_000);
    const steps = [
      { afterSeconds: 0, maxPriceKopecks: 1_400 },
      { afterSeconds: 31, maxPriceKopecks: 1_499 },
      { afterSeconds: 45, maxPriceKopecks: 1_500 },
    ];
    const id = await open({ userId, countryId, steps, seconds: 600, attemptsMax: 6 });
    for (const seconds of [0, 31, 13]) {
      await later(seconds);
      expect(await read(id)).toMatchObject({ state: "searching", refusal: "WRONG_MAX_PRICE" });
    }
    await later(1.5);
    expect(await read(id)).toMatchObject({ state: "found" });
    expect(await ordersOf(userId)).toMatchObject([{ price: 1_500 }]);
  });

  test("of a buyer with an agreed price waits while all that is on sale costs us more", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 10_000);
    await agreePersonalPrice(db, { userId, serviceId: 52, countryId, priceKopecks: kopecks(700) });
    await givenOffer(db, { countryId, costKopecks: 701 });
    const id = await open({ userId, countryId });
    await work();
    expect(await read(id)).toMatchObject({ state: "searching", refusal: "NO_NUMBERS" });
    await givenOffer(db, { countryId, costKopecks: 700 });
    await later(2);
    expect(await ordersOf(userId)).toMatchObject([{ price: 700 }]);
  });

  test("ends at once with the reason when the account is banned or suspended", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId });
    const [banned, suspended] = [await givenCustomer(db, 10_000), await givenCustomer(db, 10_000)];
    const ids = [await open({ userId: banned, countryId }), await open({ userId: suspended, countryId })];
    await execute(
      db,
      sql`insert into activations_bans (user_id, reason, ends_at, note)
          values (${banned}, 'unused', app_now() + interval '1 hour', 'ten of ten')`,
    );
    await execute(owner, sql`update identity_users set suspended_at = app_now() where id = ${suspended}`);
    await work();
    const ends = await Promise.all(ids.map(read));
    expect(ends.map(({ state, refusal }) => [state, refusal])).toEqual([
      ["refused", "BANNED"],
      ["refused", "UNAUTHORIZED"],
    ]);
  });

  test("obeys the limits that its key has at the moment of each attempt, and ends with the key", async () => {
    const countryId = freshCountry();
    const { userId } = await givenApiBuyer(db, 10_000);
    const { keyId } = await one<{ keyId: number }>(
      owner,
      sql`update identity_api_keys set kind = 'live', scopes = '{read,buy}', price_cap_kopecks = 1300
          where user_id = ${userId} returning id as "keyId"`,
    );
    await givenOffer(db, { countryId });
    const id = await open({ userId, countryId, keyId, channel: "api" });
    await work();
    expect(await read(id)).toMatchObject({ state: "searching", refusal: "WRONG_MAX_PRICE" });
    await execute(
      owner,
      sql`update identity_api_keys set price_cap_kopecks = null, daily_limit_kopecks = 1399 where id = ${keyId}`,
    );
    await later(2);
    expect(await read(id)).toMatchObject({ state: "refused", refusal: "KEY_SPENT" });
    const other = await open({ userId, countryId, keyId, channel: "api" });
    await execute(owner, sql`update identity_api_keys set scopes = '{read}' where id = ${keyId}`);
    await work();
    expect(await read(other)).toMatchObject({ state: "refused", refusal: "SCOPE_MISSING" });
    const last = await open({ userId, countryId, keyId, channel: "api" });
    await execute(
      owner,
      sql`update identity_api_keys set expires_at = app_now() - interval '1 second' where id = ${keyId}`,
    );
    await work();
    expect(await read(last)).toMatchObject({ state: "refused", refusal: "UNAUTHORIZED" });
    expect(await ordersOf(userId)).toEqual([]);
  });

  test("goes on while the account has no room for one more order", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, count: 40 });
    const userId = await givenCustomer(db, 100_000);
    await execute(owner, sql`update activations_standings set granted_max = null where user_id = ${userId}`);
    const first = await open({ userId, countryId });
    await work();
    const others = [];
    for (let each = 1; each < FIRST; each += 1) others.push(await open({ userId, countryId }));
    await work();
    for (const id of others) expect(await read(id)).toMatchObject({ state: "found" });
    const second = await open({ userId, countryId });
    await work();
    expect(await read(second)).toMatchObject({ state: "searching", refusal: "CHANNELS_LIMIT" });
    await cancelActivation(db, userId, (await read(first)).orderId as number);
    await later(2);
    expect(await read(second)).toMatchObject({ state: "found" });
  });

  test("runs ten times per account and no eleventh time, also when all are begun at once", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 10_000);
    const { done, codes } = await outcomes(Array.from({ length: 14 }, () => open({ userId, countryId })));
    expect([done.length, codes]).toEqual([10, Array(4).fill("SEARCHES_LIMIT")]);
    await stop(userId, done[0] as number);
    await open({ userId, countryId });
  });

  test("is forgotten with nothing of its order a month after its end", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId });
    const userId = await givenCustomer(db, 10_000);
    const id = await open({ userId, countryId });
    await work();
    const [order] = await ordersOf(userId);
    await cancelActivation(db, userId, order?.id as number);
    await moveClock(owner, "29 days");
    await forgetOldSearches(db, 1_000);
    await read(id);
    await moveClock(owner, "2 days");
    expect(await forgetOldSearches(db, 1_000)).toBeGreaterThan(0);
    await expect(read(id)).rejects.toThrow(/one row/);
    expect(await ordersOf(userId)).toHaveLength(1);
  });
});

test("a search goes on after a fault of the database and buys its number", async () => {
  const countryId = freshCountry();
  await givenOffer(db, { countryId });
  const userId = await givenCustomer(db, 10_000);
  const id = await open({ userId, countryId });
  for (const due of await takeDueSearches(db, 100)) await workSearch(faultyDb, due);
  expect(await read(id)).toMatchObject({ state: "searching", refusal: "SERVER_ERROR", orderId: null });
  await later(2);
  await later(5);
  const [order] = await ordersOf(userId);
  expect(await read(id)).toMatchObject({ state: "found", refusal: null, orderId: order?.id });
});

describe("attempts and stops at the same moment", () => {
  test("buy one number at most, and none once the search has been stopped", async () => {
    const countryId = freshCountry();
    await givenOffer(db, { countryId, count: 40 });
    const seen = { found: 0, stopped: 0 };
    for (let round = 0; round < 6; round += 1) {
      const userId = await givenCustomer(db, 100_000);
      const id = await open({ userId, countryId });
      const [due] = await takeDueSearches(db, 100);
      const attempts = Array.from({ length: 10 }, () => workSearch(db, due as DueSearch));
      const stops = Array.from({ length: 10 }, () => stop(userId, id));
      await Promise.all(round % 2 === 0 ? [...attempts, ...stops] : [...stops, ...attempts]);
      const { state, orderId } = await read(id);
      const orders = await ordersOf(userId);
      expect(orders.map((order) => order.id)).toEqual(state === "found" ? [orderId] : []);
      seen[state as keyof typeof seen] += 1;
    }
    expect(seen.found + seen.stopped).toBe(6);
  });

  test("of an attempt that was overtaken buy nothing", async () => {
    const countryId = freshCountry();
    const userId = await givenCustomer(db, 100_000);
    const id = await open({ userId, countryId });
    const [late] = await takeDueSearches(db, 100);
    // Its worker slept until it was taken for dead, while others went on with the search.
    await later(searchLimits.turnSeconds);
    expect(await read(id)).toMatchObject({ attempts: 2 });
    await givenOffer(db, { countryId });
    await workSearch(db, late as DueSearch);
    expect(await read(id)).toMatchObject({ state: "searching", attempts: 2 });
    expect(await ordersOf(userId)).toEqual([]);
    await later(2);
    await later(5);
    await workSearch(db, late as DueSearch);
    expect(await ordersOf(userId)).toHaveLength(1);
  });

  test("of several workers take each due search once", async () => {
    const countryId = freshCountry();
    for (let each = 0; each < 10; each += 1) await open({ userId: await givenCustomer(db, 100), countryId });
    const taken = await Promise.all(Array.from({ length: 5 }, () => takeDueSearches(db, 3)));
    const ids = taken.flat().map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
