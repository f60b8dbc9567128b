import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { makeOfferSweep } from "#features/pricing/pricing.jobs.ts";
import { pricingRoutes } from "#features/pricing/pricing.routes.ts";
import {
  agreePersonalPrice,
  grantWholesale,
  refreshOffers,
  replaceWholesaleByTurnover,
  setMargin,
} from "#features/pricing/pricing.writes.ts";
import { guest, type UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

const INDONESIA = 6;
const TELEGRAM = 52;
let caller: UserId | null = null;
const api = testApi(db, pricingRoutes, async () =>
  caller === null ? guest : { kind: "user", userId: caller, role: "user", via: "session" },
);
const asGuest = () => {
  caller = null;
};
const asUser = (userId: number) => {
  caller = userId as UserId;
};
const countries = async (query = "wholesale=0&user=guest", service = TELEGRAM) =>
  api.call("GET", `/api/country/get-prices/${service}?${query}`);

describe("offers follow the suppliers", () => {
  it("are priced by the most special margin, rounded up to the kopeck", async () => {
    const stockedOffer = await givenOffer(db, { countryId: 15, costKopecks: 999 });
    await withTransaction(db, (tx) =>
      setMargin(tx, { serviceId: TELEGRAM, countryId: 15, retailBp: 1_001, wholesaleBp: 500 }),
    );
    await refreshOffers(db, null);
    const offer = await one(
      db,
      sql`select retail_kopecks, wholesale_kopecks from pricing_offers where id = ${stockedOffer.offerId}`,
    );
    expect(offer).toEqual({ retail_kopecks: 1_099, wholesale_kopecks: 1_049 });
  });

  it("grow their version with the price only, and tell which services changed", async () => {
    const stockedOffer = await givenOffer(db, { countryId: 16, serviceId: 1 });
    await refreshOffers(db, null);
    const before = await one<{ version: number }>(
      db,
      sql`select version from pricing_offers where id = ${stockedOffer.offerId}`,
    );
    await execute(db, sql`update supply_offers set claimed_count = 7 where id = ${stockedOffer.offerId}`);
    expect(await refreshOffers(db, null)).toEqual([{ serviceId: 1, countryId: 16, priceChanged: false }]);
    await execute(db, sql`update supply_offers set cost_kopecks = 2000 where id = ${stockedOffer.offerId}`);
    expect(await refreshOffers(db, null)).toEqual([{ serviceId: 1, countryId: 16, priceChanged: true }]);
    const after = await one(
      db,
      sql`select version, count, retail_kopecks from pricing_offers where id = ${stockedOffer.offerId}`,
    );
    expect(after).toEqual({ version: before.version + 1, count: 7, retail_kopecks: 2_800 });
    expect(await refreshOffers(db, null)).toEqual([]);
  });

  it("leave sale in the next round when their supplier falls silent, and come back with it", async () => {
    const stockedOffer = await givenOffer(db, { kind: "agent", countryId: 22 });
    const sweep = makeOfferSweep();
    const isOnSale = async () =>
      (
        await one<{ on: boolean }>(
          db,
          sql`select healthy and count > 0 as on from pricing_offers where id = ${stockedOffer.offerId}`,
        )
      ).on;
    await sweep.run(db);
    expect(await isOnSale()).toBe(true);
    const silentSince = (age: string) =>
      execute(
        db,
        sql`update supply_suppliers set last_success_at = app_now() - ${age}::interval where id = ${stockedOffer.supplierId}`,
      );
    await silentSince("2 minutes");
    await sweep.run(db);
    expect(await isOnSale()).toBe(false);
    await silentSince("0");
    await sweep.run(db);
    expect(await isOnSale()).toBe(true);
  });
});

describe("GET /api/country/get-prices/{serviceId}", () => {
  it("200: cheapest price and all stock of a country, in the spec's words", async () => {
    asGuest();
    await givenOffer(db, { countryId: INDONESIA, count: 2, priceKopecks: 1_250, wholesaleKopecks: 1_100 });
    await givenOffer(db, { countryId: INDONESIA, count: 5, priceKopecks: 1_400, wholesaleKopecks: 1_200 });
    await givenOffer(db, { countryId: 8, count: 3 });
    const { status, body } = await countries();
    expect(status).toBe(200);
    expect(body).toContainEqual(expect.objectContaining({ name: "Kenya", count: 3, isNeedRepeat: true }));
    expect(
      body.find((offer: { country_external_id: number }) => offer.country_external_id === INDONESIA),
    ).toEqual({
      country_external_id: 6,
      service_external_id: "tg",
      country_slug: "indonesia",
      service_slug: "telegram",
      name: "Indonesia",
      price: 12.5,
      otherTierPrice: 11,
      count: 7,
      customPrice: null,
      isNeedRepeat: false,
    });
    const wholesale = await countries("wholesale=1&user=guest");
    expect(wholesale.body).toEqual(body);
  });

  it("200: names come in the caller's language", async () => {
    const { body } = await api.call("GET", `/api/country/get-prices/${TELEGRAM}`, { locale: "ru" });
    expect(body.map((offer: { name: string }) => offer.name)).toContain("Индонезия");
  });

  it("200: an agreed price is shown to its account only, whatever `user` says", async () => {
    await agreePersonalPrice(db, {
      userId: 71,
      serviceId: TELEGRAM,
      countryId: INDONESIA,
      priceKopecks: kopecks(1_050),
    });
    const customPrice = async (query: string) =>
      (await countries(query)).body.find((offer: { name: string }) => offer.name === "Indonesia").customPrice;
    asUser(71);
    expect(await customPrice("user=71")).toBe(10.5);
    expect(await customPrice("user=guest")).toBeNull();
    asUser(72);
    expect(await customPrice("user=71")).toBeNull();
    asGuest();
    expect(await customPrice("user=71")).toBeNull();
  });

  it("200: offers for the API only and suppliers that were switched off are not shown", async () => {
    await givenOffer(db, { countryId: 33, count: 3, apiOnly: true });
    const stopped = await givenOffer(db, { countryId: 36, count: 3 });
    const names = async () => (await countries()).body.map((offer: { name: string }) => offer.name);
    expect(await names()).not.toContain("Colombia");
    expect(await names()).toContain("Canada");
    await withTransaction(db, (tx) =>
      blockSale(tx, {
        supplierId: stopped.supplierId,
        effect: "deny",
        reasonCode: "KILL_SWITCH",
        reasonText: "test",
        actor: "test",
      }),
    );
    forgetPolicy(db);
    expect(await names()).not.toContain("Canada");
  });

  it.each(["0", "999999", "tg", "1e3", "-1", "52;--"])("404: there is no service %s", async (service) => {
    const { status, body } = await api.call("GET", `/api/country/get-prices/${service}`);
    expect([status, typeof body.error.code]).toEqual([404, "string"]);
  });

  it("404: a service that is not there is 'Service not found'", async () => {
    const { status, body } = await api.call("GET", "/api/country/get-prices/999999");
    expect([status, body.error.code, body.message]).toEqual([404, "SERVICE_NOT_FOUND", "Service not found"]);
  });

  it("400: a tier that is neither 0 nor 1", async () => {
    expect((await countries("wholesale=yes")).status).toBe(400);
  });
});

describe("GET /api/service/get-prices/{countryId}", () => {
  it("200: paged by popularity with the counts in headers, searchable", async () => {
    asGuest();
    await givenOffer(db, { countryId: INDONESIA, serviceId: 1 });
    const all = await api.call("GET", `/api/service/get-prices/${INDONESIA}?per-page=1&page=1`);
    expect(all.body).toHaveLength(1);
    expect(all.headers.get("x-pagination-total-count")).toBe("2");
    expect(all.headers.get("x-pagination-page-count")).toBe("2");
    const found = await api.call("GET", `/api/service/get-prices/${INDONESIA}?query=whats`);
    expect(found.body.map((offer: { service_external_id: string }) => offer.service_external_id)).toEqual([
      "wa",
    ]);
  });

  it.each(["0", "222"])("404: Russia (%s) has no prices", async (country) => {
    expect((await api.call("GET", `/api/service/get-prices/${country}`)).status).toBe(404);
  });
});

describe("the wholesale tier", () => {
  const isWholesale = async (userId: number) =>
    (
      await one<{ yes: boolean }>(
        db,
        sql`select exists (select from pricing_wholesale_accounts where user_id = ${userId}) as yes`,
      )
    ).yes;

  it("is entered and left by turnover, while a grant stays", async () => {
    await withTransaction(db, (tx) => grantWholesale(tx, 81));
    await withTransaction(db, (tx) => replaceWholesaleByTurnover(tx, [82, 83]));
    await withTransaction(db, (tx) => replaceWholesaleByTurnover(tx, [83]));
    expect(await Promise.all([81, 82, 83].map(isWholesale))).toEqual([true, false, true]);
  });
});

describe("GET /api/currency/get-usd-rate", () => {
  it("200: roubles per dollar as a bare number, 304 when nothing changed", async () => {
    const first = await api.call("GET", "/api/currency/get-usd-rate");
    expect(first.body).toBeGreaterThan(0);
    const etag = first.headers.get("etag") ?? "";
    const second = await api.call("GET", "/api/currency/get-usd-rate", {
      headers: { "if-none-match": etag },
    });
    expect(second.status).toBe(304);
  });
});
