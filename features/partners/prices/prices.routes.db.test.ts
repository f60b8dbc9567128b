import sql from "sql-template-tag";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expireActivation } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { forgetOldAnswers } from "#features/idempotency/idempotency.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { forgetMarkets } from "#features/partners/prices/market.reads.ts";
import { priceRoutes } from "#features/partners/prices/prices.routes.ts";
import { priceRules } from "#features/partners/prices/prices.rules.ts";
import { forgetPriceChanges } from "#features/partners/prices/prices.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { refreshOffers } from "#features/pricing/pricing.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, moveClockToNoon } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, priceRoutes, resolveActor);
const [TELEGRAM, WHATSAPP] = [52, 1];
const [INDONESIA, KENYA] = [6, 8];

type Partner = { userId: UserId; supplierId: number; token: string };

async function givenPerson(): Promise<{ userId: UserId; token: string }> {
  const { userId } = await givenApiBuyer(db, 1_000_000);
  return { userId, token: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}

async function givenOne(): Promise<Partner> {
  const person = await givenPerson();
  const supplierId = await givenPartner(db, person.userId);
  await execute(owner, sql`update supply_suppliers set enabled = true where id = ${supplierId}`);
  return { ...person, supplierId };
}

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  await moveClockToNoon(owner);
});

let me: Partner;
beforeEach(async () => {
  forgetMarkets(db);
  await execute(owner, sql`update pricing_offers set count = 0`);
  await execute(owner, sql`update supply_suppliers set owner_user_id = null, enabled = false`);
  me = await givenOne();
});

const list = (query = "", token = me.token) =>
  api.call("GET", `/api/cabinet/prices?${query}`, { bearer: token });
const post = (path: string, body: unknown, key: string = crypto.randomUUID(), token = me.token) =>
  api.call("POST", `/api/cabinet/${path}`, { bearer: token, body, headers: { "idempotency-key": key } });
const set = (costKopecks: number, goods: object = {}, key?: string) =>
  post("prices", { prices: [{ serviceId: TELEGRAM, countryId: INDONESIA, costKopecks, ...goods }] }, key);
const priceOf = async (supplierId = me.supplierId) =>
  (
    await rows<{ cost: number }>(
      db,
      sql`select cost_kopecks as cost from supply_prices where supplier_id = ${supplierId} and service_id = ${TELEGRAM} and country_id = ${INDONESIA}`,
    )
  )[0]?.cost;
const changesCount = async () =>
  (
    await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from partners_price_changes where supplier_id = ${me.supplierId}`,
    )
  ).count;

describe("a partner's price", () => {
  test("is set once per key, recorded and audited", async () => {
    const key = crypto.randomUUID();
    expect(await set(900, {}, key)).toMatchObject({ status: 200, body: { changed: 1 } });
    expect(await set(900, {}, key)).toMatchObject({ status: 200, body: { changed: 1 } });
    expect((await set(950, {}, key)).status).toBe(422);
    expect([await priceOf(), await changesCount()]).toEqual([900, 1]);
    expect((await set(900)).body).toEqual({ changed: 0 });
    expect(
      await rows(
        owner,
        sql`select a.action, a.details->>'highestKopecks' as highest from identity_audit a
            join supply_suppliers s on a.subject = 'supplier:' || s.code
            where s.id = ${me.supplierId} and a.actor_id = ${me.userId}`,
      ),
    ).toEqual([{ action: "partner.set-prices", highest: "900" }]);
  });

  test("is in the lists with their next round, while an open order keeps its cost", async () => {
    const offer = await givenOffer(owner, { supplierId: me.supplierId, count: 5, costKopecks: 1_000 });
    await set(1_000);
    const { id } = await buyActivation(
      db,
      purchase({
        userId: me.userId,
        serviceId: TELEGRAM,
        countryId: INDONESIA,
        idempotencyKey: "open-order",
      }),
    );
    await set(800);
    await refreshOffers(db, null);
    const { cost } = await one<{ cost: number }>(
      db,
      sql`select cost_kopecks as cost from pricing_offers where id = ${offer.offerId}`,
    );
    const order = await one<{ cost: number }>(
      db,
      sql`select cost_kopecks as cost from activations where id = ${id}`,
    );
    expect([cost, order.cost]).toEqual([800, 1_000]);
    await expireActivation(db, { id, state: "waiting" });
  });

  test("outside floor or ceiling changes nothing, and limits of the partner's own count before the house's", async () => {
    await set(900);
    const both = [
      { serviceId: TELEGRAM, countryId: INDONESIA, costKopecks: 910 },
      { serviceId: WHATSAPP, countryId: INDONESIA, costKopecks: 49 },
    ];
    expect(await post("prices", { prices: both })).toMatchObject({
      status: 400,
      body: {
        error: { code: "PARTNER_PRICE_OUT_OF_LIMITS", details: { floor: "0.50", ceiling: "1000.00" } },
      },
    });
    expect(await priceOf()).toBe(900);
    await execute(
      owner,
      sql`update supply_suppliers set cost_floor_kopecks = 800, cost_ceiling_kopecks = 1200 where id = ${me.supplierId}`,
    );
    expect([(await set(799)).status, (await set(1_201)).status, (await set(1_200)).status]).toEqual([
      400, 400, 200,
    ]);
    expect((await list()).body.limits).toEqual({ floorKopecks: 800, ceilingKopecks: 1_200 });
  });

  test("may change four times within an hour, also in parallel, and again when the hour is over", async () => {
    const answers = await Promise.all([900, 910, 920, 930, 940, 950].map((cost) => set(cost)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 429, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body.error).toMatchObject({
      code: "PARTNER_PRICE_TOO_OFTEN",
      details: { times: priceRules.changesPerHour },
    });
    expect((await set(700, { countryId: KENYA })).status).toBe(200);
    await moveClock(owner, "61 minutes");
    expect((await set(999)).status).toBe(200);
    await moveClock(owner, "91 days");
    expect(await forgetPriceChanges(db)).toBeGreaterThanOrEqual(6);
    expect(await changesCount()).toBe(0);
    await forgetOldAnswers(db, 1_000);
  });

  test("is refused for what the catalogue or the desk does not let the supplier sell, and after its end", async () => {
    await execute(
      owner,
      sql`update supply_suppliers set allowed_country_ids = '{6}' where id = ${me.supplierId}`,
    );
    for (const goods of [{ countryId: KENYA }, { serviceId: 999_999 }, { countryId: 999_999 }])
      expect((await set(900, goods)).body.error.code).toBe("PARTNER_PRICE_NOT_ALLOWED");
    await execute(
      owner,
      sql`update supply_suppliers set enabled = false, ended_at = app_now() where id = ${me.supplierId}`,
    );
    expect((await set(900)).body.error.code).toBe("SUPPLIER_ENDED");
    expect(await changesCount()).toBe(0);
  });

  test("is the partner's own: another partner's stays, and who is no partner finds nothing", async () => {
    const other = await givenOne();
    await set(900);
    await post(
      "prices",
      { prices: [{ serviceId: TELEGRAM, countryId: INDONESIA, costKopecks: 700 }] },
      crypto.randomUUID(),
      other.token,
    );
    expect([await priceOf(), await priceOf(other.supplierId)]).toEqual([900, 700]);
    const { token } = await givenPerson();
    expect([
      (await list("", token)).status,
      (await post("prices", {}, "k".repeat(20), token)).status,
    ]).toEqual([404, 404]);
  });
});

describe("the list of prices", () => {
  test("finds by words of service and country in any language, and by state", async () => {
    await set(900);
    await set(700, { serviceId: WHATSAPP, countryId: KENYA });
    await execute(
      owner,
      sql`insert into supply_numbers (number, supplier_id, country_id) values (${6_281_000_000_000 + me.supplierId}, ${me.supplierId}, ${KENYA})`,
    );
    const found = async (query: string) =>
      (await list(query)).body.items.map((row: { service: { name: string }; country: { name: string } }) =>
        [row.service.name, row.country.name].join(),
      );
    expect(await found("")).toEqual(["Telegram,Indonesia", "WhatsApp,Kenya"]);
    expect(await found("search=KENYA%20whats")).toEqual(["WhatsApp,Kenya"]);
    expect(await found(`search=${encodeURIComponent("индонезия")}`)).toEqual(["Telegram,Indonesia"]);
    expect(await found("search=%25")).toEqual([]);
    expect(await found("state=onSale")).toEqual([]);
    expect(await found("state=unpriced&search=telegram")).toContain("Telegram,Kenya");
    expect(await found("state=unpriced&search=whatsapp")).not.toContain("WhatsApp,Kenya");
    const { body } = await list("state=unpriced");
    expect(body.items).toHaveLength(priceRules.pageSize);
    expect(body.total).toBeGreaterThan(priceRules.pageSize);
    expect((await list(`state=unpriced&offset=${body.total}`)).body.items).toEqual([]);
  });

  test("names no competitor and tells nothing of fewer than three", async () => {
    await set(900);
    const others = [700, 1_100];
    for (const costKopecks of others) await givenOffer(owner, { costKopecks, count: 3 });
    const row = async () => {
      forgetMarkets(db);
      return (await list()).body.items[0];
    };
    expect(await row()).toMatchObject({ competitors: null, steps: [], own: null });
    const third = await givenOffer(owner, { costKopecks: 1_000, count: 3 });
    const shown = await row();
    expect(shown.competitors).toEqual({ count: 3, lowestKopecks: 700, medianKopecks: 1_000 });
    expect(JSON.stringify(shown)).not.toMatch(/supplier|code"/i);
    await execute(owner, sql`update pricing_offers set healthy = false where id = ${third.offerId}`);
    expect((await row()).competitors).toBeNull();
  });
});

describe("changing all prices by percent", () => {
  test("does what its preview says: stops at the limits, leaves what changed too often, once per key", async () => {
    await set(900);
    for (const cost of [60, 61, 62, 60]) await set(cost, { serviceId: WHATSAPP });
    await set(80, { countryId: KENYA });
    const preview = await api.call("GET", "/api/cabinet/prices/bulk?percent=-40", { bearer: me.token });
    expect(preview.body).toEqual({
      ...{ count: 2, atLimit: 1, tooOften: 1 },
      effect: { known: 0, nowKopecks: 0, lowKopecks: 0, highKopecks: 0 },
    });
    const key = crypto.randomUUID();
    const bulk = () => post("prices/bulk", { percent: -40 }, key);
    expect((await bulk()).body).toEqual({ changed: 2, atLimit: 1, tooOften: 1 });
    expect((await bulk()).body).toEqual({ changed: 2, atLimit: 1, tooOften: 1 });
    expect(
      await rows(
        db,
        sql`select cost_kopecks as cost from supply_prices where supplier_id = ${me.supplierId} order by 1`,
      ),
    ).toEqual([{ cost: 50 }, { cost: 60 }, { cost: 540 }]);
  });

  test("changes what the list shows alone, and refuses what is no such percent", async () => {
    await set(1_000);
    await set(1_000, { countryId: KENYA });
    await post("prices/bulk", { percent: 10, search: "kenya" });
    expect(await priceOf()).toBe(1_000);
    for (const percent of [101, -51, 1.5, "10"])
      expect((await post("prices/bulk", { percent })).body.error.code).toBe("VALIDATION");
  });
});
