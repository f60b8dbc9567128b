import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { pricingRoutes } from "#features/pricing/pricing.routes.ts";
import { offerSnapshot } from "#features/pricing/snapshot/offer-snapshot.reads.ts";
import { readStock } from "#features/pricing/stock/stock.reads.ts";
import { guest } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const api = testApi(db, pricingRoutes, async () => guest);
const [TELEGRAM, WHATSAPP, INDONESIA, CHILE, RUSSIA] = [52, 1, 6, 151, 0];

beforeEach(async () => {
  await execute(db, sql`delete from pricing_offers`);
  offerSnapshot.invalidate(db);
});
const offer = async (input: Parameters<typeof givenOffer>[1]) => {
  await givenOffer(db, input);
  offerSnapshot.invalidate(db);
};

test("a service has its lowest price and the numbers of all countries, a country its services", async () => {
  await offer({ serviceId: TELEGRAM, countryId: INDONESIA, priceKopecks: 1_400, count: 3 });
  await offer({ serviceId: TELEGRAM, countryId: INDONESIA, priceKopecks: 1_900, count: 4 });
  await offer({ serviceId: TELEGRAM, countryId: CHILE, priceKopecks: 1_200, count: 5 });
  await offer({ serviceId: WHATSAPP, countryId: INDONESIA, priceKopecks: 2_000, count: 1 });
  const { byService, byCountry } = await readStock(db);
  expect(Object.fromEntries(byService)).toEqual({
    [TELEGRAM]: { fromKopecks: 1_200, count: 12 },
    [WHATSAPP]: { fromKopecks: 2_000, count: 1 },
  });
  expect(Object.fromEntries(byCountry)).toEqual({
    [INDONESIA]: { fromKopecks: 1_400, count: 2 },
    [CHILE]: { fromKopecks: 1_200, count: 1 },
  });
  expect(await api.call("GET", "/api/service/stock")).toMatchObject({
    status: 200,
    body: expect.arrayContaining([
      { id: TELEGRAM, external_id: "tg", price: 12, count: 12 },
      { id: WHATSAPP, external_id: "wa", price: 20, count: 1 },
    ]),
  });
});

test("what the site does not sell is no stock: API-only offers, empty ones, Russian numbers, stopped services", async () => {
  await offer({ serviceId: TELEGRAM, countryId: INDONESIA, apiOnly: true });
  await offer({ serviceId: TELEGRAM, countryId: CHILE, count: 0 });
  await offer({ serviceId: TELEGRAM, countryId: RUSSIA });
  await offer({ serviceId: WHATSAPP, countryId: CHILE });
  await withTransaction(db, (tx) =>
    blockSale(tx, {
      serviceId: WHATSAPP,
      effect: "deny",
      reasonCode: "KILL_SWITCH",
      reasonText: "test",
      actor: "test",
    }),
  );
  forgetPolicy(db);
  const { byService, byCountry } = await readStock(db);
  expect([byService.size, byCountry.size]).toEqual([0, 0]);
});

test("stock that has not changed is not added up again", async () => {
  await offer({ serviceId: TELEGRAM, countryId: CHILE });
  const before = await readStock(db);
  offerSnapshot.invalidate(db);
  expect(await readStock(db)).toBe(before);
});
