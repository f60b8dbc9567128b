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
import { agreePersonalPrice, forgetPastOffers, refreshOffers } from "#features/pricing/pricing.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 30 });
const { app, doors, bots, freshWare } = purchaseDoors(db);
const { offer, soldOut, spent } = marketAtCost(db);

const told = async (buyer: ApiBuyer, ware: Ware) => {
  forgetOffers(db);
  const list = JSON.parse(await bots(buyer, "getPrices", ware)) as Record<
    string,
    Record<string, { cost: number }>
  >;
  return list[COUNTRY]?.[ware.code]?.cost;
};

describe.each(doorNames)("a purchase without a limit by %s", (name) => {
  const buy = doors[name];
  it("does not cost more than what was listed when the cheap supplier has nothing", async () => {
    const [buyer, ware] = [await givenApiBuyer(db, PURSE_KOPECKS), await freshWare()];
    await offer(ware, 420, soldOut());
    await offer(ware, 6_118);
    expect(await told(buyer, ware)).toBe(4.2);
    expect(await buy(buyer, ware)).toContain("NO_NUMBERS");
    expect(await spent(buyer)).toBe(0);
  });

  it("takes the next supplier within the published tolerance", async () => {
    const [buyer, ware] = [await givenApiBuyer(db, PURSE_KOPECKS), await freshWare()];
    await offer(ware, 420, soldOut());
    await offer(ware, 441);
    expect(await buy(buyer, ware)).not.toContain("NO_NUMBERS");
    expect(await spent(buyer)).toBe(441);
  });

  it("does not cost more than what was listed before the price rose, until it has been listed a while", async () => {
    const [buyer, ware] = [await givenApiBuyer(db, PURSE_KOPECKS), await freshWare()];
    const { offerId } = await offer(ware, 420);
    expect(await told(buyer, ware)).toBe(4.2);
    await execute(db, sql`update supply_offers set cost_kopecks = 6118 where id = ${offerId}`);
    await refreshOffers(db, null);
    expect(await buy(buyer, ware)).toContain("NO_NUMBERS");
    expect(await told(buyer, ware)).toBe(61.18);
    await moveClock(owner, "61 seconds");
    expect(await buy(buyer, ware)).not.toContain("NO_NUMBERS");
    expect(await spent(buyer)).toBe(6_118);
  });
});

describe.each(doorNames)("a purchase of a key with setMaxPrice by %s", (name) => {
  const buy = doors[name];
  it("takes what has been set for one that names no limit: above what was listed, and not beyond itself", async () => {
    const [buyer, ware] = [await givenApiBuyer(db, PURSE_KOPECKS), await freshWare()];
    await offer(ware, 420, soldOut());
    await offer(ware, 6_118);
    await bots(buyer, "setMaxPrice", ware, { maxPrice: "61.17" });
    await buy(buyer, ware);
    expect(await spent(buyer)).toBe(0);
    await bots(buyer, "setMaxPrice", ware, { maxPrice: "61.18" });
    await buy(buyer, ware);
    expect(await spent(buyer)).toBe(6_118);
  });
});

describe("what was listed", () => {
  const settle = (offerId: number, count: number) =>
    execute(
      owner,
      sql`update pricing_offers set count = ${count}, listed_since = app_now() - interval '11 seconds' where id = ${offerId}`,
    );
  /** Counts what is left of an offer's numbers, as the sweep does. */
  const count = async (offerId: number) => {
    await execute(
      db,
      sql`update supply_offers set claimed_count = (select count(*) from supply_stock where offer_id = ${offerId}) where id = ${offerId}`,
    );
    await refreshOffers(db, null);
  };
  const withdraw = async (offerId: number) => {
    await execute(db, sql`delete from supply_stock where offer_id = ${offerId}`);
    await count(offerId);
  };

  it.each([
    ["a single number that was shown cheaply for long", 1, 11],
    ["many numbers that were shown cheaply for a moment", 50, 9],
  ])("%s stops nobody's purchases when it goes", async (_what, shown, seconds) => {
    const [buyer, ware] = [await givenApiBuyer(db, PURSE_KOPECKS), await freshWare()];
    await offer(ware, 6_118, { count: 59 });
    const { offerId } = await offer(ware, 420, { count: shown });
    await settle(offerId, shown);
    await execute(
      owner,
      sql`update pricing_offers set listed_since = app_now() - make_interval(secs => ${seconds}) where id = ${offerId}`,
    );
    await withdraw(offerId);
    expect(await bots(buyer, "getNumber", ware)).toContain("ACCESS_NUMBER");
    expect(await spent(buyer)).toBe(6_118);
  });

  it("binds when enough numbers stood at the price for long, and the refusal names the reason and the price", async () => {
    const [buyer, ware] = [await givenApiBuyer(db, PURSE_KOPECKS), await freshWare()];
    await offer(ware, 6_118, { count: 59 });
    const { offerId } = await offer(ware, 420, { count: 3 });
    await settle(offerId, 3);
    await withdraw(offerId);
    const lines: Record<string, unknown>[] = [];
    const facts = {
      requestId: "1",
      ip: "127.0.0.1",
      route: null,
      actorId: null,
      errorCode: null,
      errorReason: null,
    };
    for (const path of [
      `/stubs/handler_api.php?api_key=${buyer.key}&action=getNumber&service=${ware.code}&country=${COUNTRY}`,
      `/api/v1/activations`,
    ]) {
      const told = { ...facts };
      const isRest = path.startsWith("/api/");
      const headers = {
        authorization: `Bearer ${buyer.key}`,
        "idempotency-key": path,
        "content-type": "application/json",
      };
      const body = JSON.stringify({ service: ware.code, country: COUNTRY });
      const answer = await app.request(path, isRest ? { method: "POST", headers, body } : {}, told);
      expect(await answer.text()).toContain(isRest ? '"minPriceKopecks":6118' : "NO_NUMBERS");
      lines.push({ code: told.errorCode, reason: told.errorReason });
    }
    expect(lines).toEqual([
      { code: "NO_NUMBERS", reason: "price_rose" },
      { code: "NO_NUMBERS", reason: "price_rose" },
    ]);
    await moveClock(owner, "61 seconds");
    expect(await bots(buyer, "getNumber", ware)).toContain("ACCESS_NUMBER");
  });

  it("no longer holds anybody up when the cheapest numbers are sold one after the other", async () => {
    const [buyer, ware] = [await givenApiBuyer(db, PURSE_KOPECKS), await freshWare()];
    await offer(ware, 6_118, { count: 59 });
    const { offerId } = await offer(ware, 420, { count: 4 });
    await settle(offerId, 4);
    for (let sold = 0; sold < 4; sold += 1) {
      expect(await bots(buyer, "getNumber", ware)).toContain("ACCESS_NUMBER");
      await count(offerId);
    }
    expect(await spent(buyer)).toBe(4 * 420);
    expect(await bots(buyer, "getNumber", ware)).toContain("ACCESS_NUMBER");
    expect(await spent(buyer)).toBe(4 * 420 + 6_118);
  });

  it("binds purchases that are placed together as it binds each alone", async () => {
    const [buyer, ware] = [await givenApiBuyer(db, PURSE_KOPECKS), await freshWare()];
    await offer(ware, 420, { count: 2 });
    await offer(ware, 6_118, { count: 40 });
    const all = await Promise.all(Array.from({ length: 24 }, () => bots(buyer, "getNumber", ware)));
    expect(all.filter((answer) => answer.startsWith("ACCESS_NUMBER"))).toHaveLength(2);
    expect(all.filter((answer) => answer === "NO_NUMBERS")).toHaveLength(22);
    expect(await spent(buyer)).toBe(840);
  });

  it("is the agreed price for who has one and is not below the cost, and binds nobody who names a limit", async () => {
    const [friend, buyer, ware] = [
      await givenApiBuyer(db, PURSE_KOPECKS),
      await givenApiBuyer(db, PURSE_KOPECKS),
      await freshWare(),
    ];
    const agreed = { userId: friend.userId, serviceId: ware.id, countryId: COUNTRY };
    await agreePersonalPrice(db, { ...agreed, priceKopecks: kopecks(3_000) });
    const { offerId } = await offer(ware, 420);
    await execute(db, sql`update supply_offers set cost_kopecks = 6118 where id = ${offerId}`);
    await refreshOffers(db, null);
    expect(await bots(friend, "getNumber", ware)).toBe("NO_NUMBERS");
    await execute(db, sql`update supply_offers set cost_kopecks = 2999 where id = ${offerId}`);
    await refreshOffers(db, null);
    expect(await bots(friend, "getNumber", ware)).toContain("ACCESS_NUMBER");
    expect(await spent(friend)).toBe(3_000);
    expect(await bots(buyer, "getNumber", ware, { maxPrice: "61.18" })).toContain("ACCESS_NUMBER");
  });

  it("is forgotten when nobody is bound by it any more", async () => {
    const count = () =>
      one<{ count: number }>(db, sql`select count(*)::int as count from pricing_past_offers`);
    await moveClock(owner, "61 seconds");
    expect((await count()).count).toBeGreaterThan(0);
    await forgetPastOffers(db);
    expect((await count()).count).toBe(0);
  });
});
