import { beforeAll, expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { api, codeOf, get, owner } from "#features/back-office/back-office-routes.factory.ts";
import type { GoodsPrice } from "#features/back-office/goods/goods.contract.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { withTransaction } from "#lib/db/transaction.ts";

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  await givenOffer(owner, { countryId: 6, costKopecks: 1_000, priceKopecks: 1_400, wholesaleKopecks: 1_300 });
  await givenOffer(owner, { countryId: 6, costKopecks: 1_100, priceKopecks: 1_350, wholesaleKopecks: 1_340 });
  await givenOffer(owner, { countryId: 10, costKopecks: 500, priceKopecks: 900, apiOnly: true });
  await givenOffer(owner, { countryId: 7, count: 0 });
});

const pricesOf = async (query: string) => {
  const { body } = await get(`prices${query}`);
  const items = body.items as GoodsPrice[];
  const inStock = items.flatMap(({ country, prices }) => (prices ? [{ id: country.id, ...prices }] : []));
  return { items, inStock };
};

test("the desk reads the lowest retail price, wholesale price and cost of every country, cheapest first, API-only numbers too", async () => {
  const { items, inStock } = await pricesOf("?service=tg");
  expect(inStock).toEqual([
    { id: 10, retailKopecks: 900, wholesaleKopecks: 900, costKopecks: 500 },
    { id: 6, retailKopecks: 1_350, wholesaleKopecks: 1_300, costKopecks: 1_000 },
  ]);
  expect(items.slice(0, 2).map(({ country }) => country.id)).toEqual([10, 6]);
  expect(items.find(({ country }) => country.id === 7)?.prices).toBeNull();
});

test("without a service the desk reads the same countries without prices, and an unknown service is refused", async () => {
  const { items, inStock } = await pricesOf("");
  expect(inStock).toEqual([]);
  expect(items).toHaveLength((await pricesOf("?service=tg")).items.length);
  expect(codeOf(await get("prices?service=none"))).toEqual([404, "SERVICE_NOT_FOUND"]);
  expect(codeOf(await get("prices?service="))).toEqual([400, "VALIDATION"]);
});

test("the desk searches services of the whole catalogue by name and by code", async () => {
  expect((await get("services?search=telegr")).body[0]).toMatchObject({
    name: "Telegram",
    external_id: "tg",
  });
  expect((await get("services?search=tg")).body[0]).toMatchObject({ external_id: "tg" });
  expect((await get("services?search=no-such-service")).body).toEqual([]);
  expect((await get("services?per-page=5")).body).toHaveLength(5);
});

test("costs and the desk's services are read by the staff alone", async () => {
  const { key } = await givenApiBuyer(owner, 0);
  for (const path of ["prices?service=tg", "services"]) {
    expect((await api.call("GET", `/api/desk/${path}`, {})).status, path).toBeGreaterThanOrEqual(401);
    const asked = await api.call("GET", `/api/desk/${path}`, { headers: { authorization: `Bearer ${key}` } });
    expect(asked.status, path).toBeGreaterThanOrEqual(401);
  }
});
