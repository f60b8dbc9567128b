import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { activationRoutes } from "#features/activations/activations.routes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { createKey } from "#features/identity/api-keys/api-keys.writes.ts";
import { makeKeyGate } from "#features/identity/api-keys/key-rights.gate.ts";
import { keyInput } from "#features/identity/api-keys/keys.factory.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { findStretch } from "#features/ledger/statement/histories.reads.ts";
import { everything, statementOf } from "#features/ledger/statement/statement.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { rentTotal } from "#features/pricing/rent/rent.rules.ts";
import { agreeRentHour } from "#features/pricing/rent/rent.writes.ts";
import { rentalRoutes } from "#features/rentals/rentals.routes.ts";
import { cancelRental, deliverSmsToRentals } from "#features/rentals/rentals.writes.ts";
import { rentalStatementSource } from "#features/rentals/statement.reads.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClockToNoon } from "#lib/testing/move-clock.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
// A key's day (UTC) may not end between what it spends and what it is refused.
await moveClockToNoon(owner);
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const api = testApi(db, [...rentalRoutes, ...activationRoutes], resolveActor, makeKeyGate());

let lastKey = 0;
const newKey = () => ({ "idempotency-key": `rent-test-${++lastKey}` });
const input = { service_external_id: "tg", country_external_id: 6, amount: 4 };

describe("what can be rented", () => {
  it("lists services, the whole number among them, paged and searched as services are", async () => {
    await givenRentOffer(db, { countryId: 6, count: 3 });
    const { body, headers } = await api.call("GET", "/api/rent?per-page=1&page=1");
    expect(body).toHaveLength(1);
    expect(headers.get("x-pagination-page-count")).toBe("2");
    expect(headers.get("x-pagination-total-count")).toBe("2");
    const found = await api.call("GET", "/api/rent?search=telegram");
    expect(found.body).toMatchObject([{ external_id: "tg", name: "Telegram" }]);
    expect((await api.call("GET", "/api/rent?search=full")).body).toMatchObject([{ external_id: "full" }]);
  });

  it("prices countries for the asked hours, each more hours never cheaper, as the purchase does", async () => {
    await givenRentOffer(db, { countryId: 7, count: 2, hourCostKopecks: 333 });
    const { body: terms } = await api.call("GET", "/api/rent/terms");
    expect(terms).toMatchObject({ minHours: 4, maxHours: 672, cancelMinutes: 20 });
    let before = 0;
    for (const hours of [4, 5, 11, 12, 13, 24, 25, 72, 168, 336, 671, 672]) {
      const { body } = await api.call("GET", `/api/rent/get-prices?service_external_id=full&hours=${hours}`);
      const offer = body.find((one: { country_external_id: number }) => one.country_external_id === 7);
      expect(offer).toMatchObject({
        count: 2,
        service_external_id: "full",
        customPrice: null,
        hourKopecks: 467,
      });
      const { total } = await one<{ total: number }>(
        db,
        sql`select pricing_rent_total(467, ${hours}) as total`,
      );
      expect(Math.round(offer.price * 100)).toBe(total);
      expect(rentTotal(467, hours, terms.steps)).toBe(total);
      expect(total).toBeGreaterThan(before);
      before = total;
    }
  });

  it("shows an hour agreed with an account to that account alone, for the asked hours, as the purchase counts it", async () => {
    await givenRentOffer(db, { countryId: 12, count: 2 });
    const [friend, other] = [await givenApiBuyer(db, 100_000), await givenApiBuyer(db, 0)];
    const goods = { serviceId: 52, countryId: 12 };
    await agreeRentHour(db, { userId: friend.userId, ...goods, hourKopecks: kopecks(111) });
    const offerTo = async (bearer?: string) => {
      const path = `/api/rent/get-prices?service_external_id=tg&hours=30&user=${friend.userId}`;
      const { body } = await api.call("GET", path, bearer ? { bearer } : {});
      return body.find((offer: { country_external_id: number }) => offer.country_external_id === 12);
    };
    const own = await offerTo(friend.key);
    const retail = await offerTo();
    expect(retail).toMatchObject({ hourKopecks: 140, customPrice: null, customHourKopecks: null });
    expect(own).toMatchObject({ hourKopecks: 140, customHourKopecks: 111, price: retail.price });
    expect(await offerTo(other.key)).toMatchObject({ customPrice: null, customHourKopecks: null });
    const body = { ...input, country_external_id: 12, amount: 30 };
    const rented = await api.call("POST", "/api/rent", { bearer: friend.key, body, headers: newKey() });
    expect(rented.body.priceKopecks).toBe(Math.round(own.customPrice * 100));
    expect(own.customPrice).toBeLessThan(retail.price);
  });

  it.each([
    ["/api/rent/get-prices?service_external_id=nosuch", 404],
    ["/api/rent/get-prices?service_external_id=tg&hours=3", 422],
    ["/api/rent/get-prices?service_external_id=tg&hours=673", 422],
    ["/api/rent/get-prices", 400],
  ])("the address %s is answered with %i", async (path, status) => {
    expect((await api.call("GET", path)).status).toBe(status);
  });
});

describe("a rental over the API", () => {
  it("is rented, read, extended with its price asked for before, and found in its tab", async () => {
    const offer = await givenRentOffer(db, { countryId: 10, count: 2 });
    const { key: bearer, userId } = await givenApiBuyer(db, 100_000);
    const body = { ...input, country_external_id: 10, amount: 2, unit: "days" };
    const headers = newKey();
    const rented = await api.call("POST", "/api/rent", { bearer, body, headers });
    expect(rented).toMatchObject({ status: 200, body: { state: "active", hours: 48, money: "held" } });
    const again = await api.call("POST", "/api/rent", { bearer, body, headers });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.body.id).toBe(rented.body.id);
    const sms = { supplierId: offer.supplierId, smsId: 1n, phone: Number(rented.body.number) };
    await receiveSms(db, { ...sms, sender: "Telegram", text: "Telegram code 4711" }, deliverSmsToRentals);
    const path = `/api/rentals/${rented.body.id}`;
    expect((await api.call("GET", path, { bearer })).body).toMatchObject({
      state: "received",
      cancellableForSeconds: null,
      messages: [{ code: "4711" }],
    });
    const price = await api.call("GET", `${path}/extension-price?hours=24`, { bearer });
    // The third day: hours 49 to 72 at 45 % of 140.
    expect(price.body).toMatchObject({ priceKopecks: 24 * 63, hours: 24, maxHours: 624 });
    const tooDear = { amount: 1, unit: "days", maxPriceKopecks: 24 * 63 - 1 };
    expect(
      await api.call("POST", `${path}/extend`, { bearer, body: tooDear, headers: newKey() }),
    ).toMatchObject({
      status: 409,
      body: { error: { code: "WRONG_MAX_PRICE" } },
    });
    const more = { amount: 1, unit: "days", maxPriceKopecks: 24 * 63 };
    const extended = await api.call("POST", `${path}/extend`, { bearer, body: more, headers: newKey() });
    expect(extended.body).toMatchObject({ hours: 72, extensions: [{ priceKopecks: 24 * 63, hours: 24 }] });
    expect((await api.call("GET", "/api/rentals?tab=received", { bearer })).body).toMatchObject({
      counts: { active: 0, received: 1, canceled: 0 },
      rentals: [{ id: rented.body.id }],
    });
    const stretch = await findStretch(
      db,
      { userId, balance: "user" },
      { from: null, to: null, timeZone: "UTC" },
    );
    const filter = { ...everything, service: "tg" };
    const page = { newestFirst: true, limit: 10 };
    const lines = stretch && (await statementOf(db, [rentalStatementSource], stretch, filter, page));
    const found = lines ? await rows<{ id: number; kind: string; reference: string }>(db, lines) : [];
    expect(found.map(({ kind }) => kind)).toEqual(["rental_extension", "rental", "rental"]);
    const told = await rentalStatementSource.describe(db, { userId, lines: found, locale: "en" });
    expect([...told.values()].map(({ number, subject }) => [number, subject?.title])).toEqual(
      Array(3).fill([String(rented.body.id), "Telegram"]),
    );
  });

  it("is cancelled once, and then stands among the canceled ones", async () => {
    await givenRentOffer(db, { countryId: 15, count: 1 });
    const { key: bearer } = await givenApiBuyer(db, 10_000);
    const body = { ...input, country_external_id: 15 };
    const rented = await api.call("POST", "/api/rent", { bearer, body, headers: newKey() });
    expect(rented.body.cancellableForSeconds).toBeGreaterThan(1_190);
    for (let time = 0; time < 2; time += 1) {
      const cancelled = await api.call("POST", `/api/rentals/${rented.body.id}/cancel`, { bearer });
      expect(cancelled).toMatchObject({ status: 200, body: { state: "canceled", money: "given-back" } });
    }
    expect((await api.call("GET", "/api/rentals?tab=canceled", { bearer })).body.rentals).toHaveLength(1);
    const extend = { bearer, body: { amount: 4 }, headers: newKey() };
    expect((await api.call("POST", `/api/rentals/${rented.body.id}/extend`, extend)).body.error.code).toBe(
      "RENTAL_OVER",
    );
  });

  it.each([
    [{ ...input, amount: 3 }, 422, "INVALID_TIME"],
    [{ ...input, amount: 29, unit: "days" }, 422, "INVALID_TIME"],
    [{ ...input, country_external_id: 0 }, 403, "RUSSIAN_NUMBERS_UNAVAILABLE"],
    [{ ...input, service_external_id: "nosuch" }, 404, "SERVICE_NOT_FOUND"],
    [{ ...input, country_external_id: 187 }, 409, "NO_NUMBERS"],
    [{ ...input, unit: "weeks" }, 400, "VALIDATION"],
  ])("%j is refused with %i %s", async (body, status, code) => {
    const { key: bearer } = await givenApiBuyer(db, 10_000);
    const answer = await api.call("POST", "/api/rent", { bearer, body, headers: newKey() });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  it("is refused without an idempotency key", async () => {
    const { key: bearer } = await givenApiBuyer(db, 10_000);
    expect((await api.call("POST", "/api/rent", { bearer, body: input })).body.error.code).toBe("VALIDATION");
  });
});

describe("API keys", () => {
  async function keyed(rights: Record<string, unknown>) {
    const { userId } = await givenApiBuyer(db, 100_000);
    const { key } = await withTransaction(db, (tx) =>
      createKey(tx, userId, "live", keyInput({ scopes: ["read", "rent"], ...rights })),
    );
    return { bearer: key, userId };
  }
  const rent = (bearer: string, part: object = {}) =>
    api.call("POST", "/api/rent", {
      bearer,
      body: { ...input, country_external_id: 22, ...part },
      headers: newKey(),
    });

  it("rent with the right for it only", async () => {
    await givenRentOffer(db, { countryId: 22, count: 30 });
    const { bearer } = await keyed({ scopes: ["read", "buy"] });
    expect((await rent(bearer)).status).toBe(403);
  });

  it("keep to their cap, their services and their countries, the whole number by its own name", async () => {
    await givenRentOffer(db, { countryId: 22, count: 30 });
    expect((await rent((await keyed({ priceCapKopecks: 559 })).bearer)).body.error.code).toBe(
      "WRONG_MAX_PRICE",
    );
    expect((await rent((await keyed({ countryIds: [6] })).bearer)).body.error.code).toBe("KEY_NOT_FOR_THIS");
    const telegramOnly = await keyed({ serviceIds: [52] });
    expect((await rent(telegramOnly.bearer, { service_external_id: "full" })).body.error.code).toBe(
      "KEY_NOT_FOR_THIS",
    );
    expect((await rent(telegramOnly.bearer)).status).toBe(200);
  });

  it("spend no more a day than they may, by parallel rentals and extensions together; cancelled ones count no more", async () => {
    await givenRentOffer(db, { countryId: 22, count: 30 });
    const { bearer, userId } = await keyed({ dailyLimitKopecks: 560 * 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => rent(bearer)));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(3);
    expect(answers.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)).toEqual(
      Array(5).fill("KEY_SPENT"),
    );
    const id = done[0]?.body.id as number;
    const extend = (rentalId: number) =>
      api.call("POST", `/api/rentals/${rentalId}/extend`, { bearer, body: { amount: 4 }, headers: newKey() });
    expect((await extend(id)).body.error.code).toBe("KEY_SPENT");
    await cancelRental(db, userId, id);
    expect((await extend(done[1]?.body.id)).status).toBe(200);
    expect((await rent(bearer)).body.error.code).toBe("KEY_SPENT");
  });

  it("have one day for orders and rentals: what was spent on the one is not left for the other", async () => {
    await givenRentOffer(db, { countryId: 22, count: 30 });
    await givenOffer(db, { countryId: 22, count: 2, priceKopecks: 400, costKopecks: 300 });
    const { bearer } = await keyed({ scopes: ["read", "buy", "rent"], dailyLimitKopecks: 1_000 });
    const order = () => api.call("POST", "/api/sms-users/get-number/22/tg", { bearer, headers: newKey() });
    expect((await order()).status).toBe(200);
    expect((await rent(bearer)).status).toBe(200);
    const refusals = [await order(), await rent(bearer)];
    expect(refusals.map(({ body }) => [body.error.code, body.error.details])).toEqual(
      Array(2).fill(["KEY_SPENT", { leftKopecks: 40 }]),
    );
  });
});

it("nothing is told of another's rental", async () => {
  await givenRentOffer(db, { countryId: 33, count: 1 });
  const [mine, other] = [await givenApiBuyer(db, 10_000), await givenApiBuyer(db, 10_000)];
  const body = { ...input, country_external_id: 33 };
  const rented = await api.call("POST", "/api/rent", { bearer: mine.key, body, headers: newKey() });
  const path = `/api/rentals/${rented.body.id}`;
  for (const [method, to] of [
    ["GET", path],
    ["POST", `${path}/cancel`],
    ["GET", `${path}/extension-price?hours=4`],
  ] as const)
    expect((await api.call(method, to, { bearer: other.key })).status).toBe(404);
});
