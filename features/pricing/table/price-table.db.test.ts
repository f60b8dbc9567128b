import { expect, test } from "vitest";
import { givenServicePicture } from "#features/catalogue/catalogue.factory.ts";
import { forgetCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { agreePersonalPrice } from "#features/pricing/pricing.writes.ts";
import { findPriceTable } from "#features/pricing/table/price-table.reads.ts";
import { priceTableRoutes } from "#features/pricing/table/price-table.routes.ts";
import { readPriceQuery } from "#features/pricing/table/price-table.rules.ts";
import { guest } from "#lib/api/actor.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
await givenOffer(db, { countryId: 6, priceKopecks: 1_400, wholesaleKopecks: 1_200, count: 3 });
await givenOffer(db, {
  countryId: 151,
  costKopecks: 500,
  priceKopecks: 900,
  wholesaleKopecks: 800,
  count: 7,
});
await givenOffer(db, { countryId: 6, serviceId: 1, priceKopecks: 2_000, count: 1 });
await givenOffer(db, { countryId: 4, apiOnly: true });
const api = testApi(db, priceTableRoutes, async () => guest);

async function tableOf(query: Record<string, string>, userId: number | null = null) {
  const table = await findPriceTable(db, readPriceQuery(query), { locale: "en", userId });
  return table?.rows.map(({ name, retailKopecks, wholesaleKopecks, count, own }) => [
    ...[name, retailKopecks, wholesaleKopecks, count],
    ...(own ? [own.kopecks, own.isAgreed] : []),
  ]);
}

test("a table lists retail and wholesale of a service by country, and of a country by service, without API-only numbers", async () => {
  expect(await tableOf({ service: "telegram" })).toEqual([
    ["Chile", 900, 800, 7],
    ["Indonesia", 1_400, 1_200, 3],
  ]);
  expect(await tableOf({ country: "indonesia", sort: "-price" })).toEqual([
    ["WhatsApp", 2_000, 2_000, 1],
    ["Telegram", 1_400, 1_200, 3],
  ]);
  expect(await tableOf({})).toHaveLength(2);
  expect(await tableOf({ service: "nothing-like-that" })).toBeUndefined();
  expect(await tableOf({ country: "russia" })).toBeUndefined();
});

test("one's own table says beside everybody's prices what the account pays, the agreed price marked", async () => {
  await agreePersonalPrice(db, { userId: 501, serviceId: 52, countryId: 6, priceKopecks: kopecks(1_100) });
  expect(await tableOf({ service: "telegram", sort: "-own" }, 501)).toEqual([
    ["Indonesia", 1_400, 1_200, 3, 1_100, true],
    ["Chile", 900, 800, 7, 900, false],
  ]);
  expect((await tableOf({ service: "telegram" }, 502))?.[0]).toEqual(["Chile", 900, 800, 7, 900, false]);
});

test("a table shows the picture that stands for a service, as its row and as what it is about, and then the mark again", async () => {
  const icons = async () => {
    forgetCatalogue(db);
    const read = (query: Record<string, string>) =>
      findPriceTable(db, readPriceQuery(query), { locale: "en", userId: null });
    const row = (await read({ country: "indonesia" }))?.rows.find(({ name }) => name === "Telegram");
    return [row?.icon, (await read({ service: "telegram" }))?.icon];
  };
  await givenServicePicture(owner, "telegram", "a.webp");
  expect(await icons()).toEqual(Array(2).fill("/api/storage/image/a.webp"));
  await givenServicePicture(owner, "telegram", null);
  expect(await icons()).toEqual(Array(2).fill("/icons/services/telegram.svg"));
});

test("the file holds the rows of the page in its order, as spreadsheets of the language read them", async () => {
  const answer = await api.call("GET", "/api/prices/export?service=telegram&sort=-count&locale=ru");
  expect([answer.status, answer.headers.get("content-disposition")]).toEqual([
    200,
    'attachment; filename="prices-telegram.csv"',
  ]);
  expect(answer.body.replace(/^\uFEFF/, "").split("\r\n")).toEqual([
    'Название;"Цена, ₽";"Опт, ₽";Количество'.replaceAll('"', ""),
    "Чили;9,00;8,00;7",
    "Индонезия;14,00;12,00;3",
    "",
  ]);
  const unknown = await api.call("GET", "/api/prices/export?country=atlantis");
  expect([unknown.status, unknown.body.error.code]).toEqual([404, "COUNTRY_NOT_FOUND"]);
});
