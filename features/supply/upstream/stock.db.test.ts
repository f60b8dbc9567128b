import sql from "sql-template-tag";
import { expect, it } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { listUnknownWords } from "#features/supply/dialects/unknown-words.reads.ts";
import { countUnusable } from "#features/supply/health/figures.reads.ts";
import { unusableAnswersWritten } from "#features/supply/health/unusable-answers.writes.ts";
import { findOperatedSupplier } from "#features/supply/operation/operated-suppliers.reads.ts";
import { pollSupplier } from "#features/supply/polling/polling.jobs.ts";
import { setSupplierPrices } from "#features/supply/suppliers.writes.ts";
import { givenShop } from "#features/supply/upstream/shop.factory.ts";
import { haltSale } from "#features/supply/upstream/upstream.writes.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const [INDONESIA, UKRAINE, TELEGRAM] = [6, 1, 52];
const { db } = await useTestDb();
await withTransaction(db, seedCatalogue);

const offersOf = (supplierId: number) =>
  rows<{ country: number; count: number; cost: number }>(
    db,
    sql`select country_id as country, claimed_count as count, cost_kopecks as cost from supply_offers
        where supplier_id = ${supplierId} and service_id = ${TELEGRAM} order by country_id`,
  );
const stateOf = async (code: string) => {
  const { healthy, isOutOfMoney, balanceCents } = (await findOperatedSupplier(db, code)) as NonNullable<
    Awaited<ReturnType<typeof findOperatedSupplier>>
  >;
  return { healthy, isOutOfMoney, balanceCents };
};
const setMinimum = (supplierId: number, cents: number) =>
  execute(db, sql`update supply_suppliers set balance_min_cents = ${cents} where id = ${supplierId}`);

it("a shop's numbers are on sale at what it asks; its ids are ours, and what nobody knows is listed", async () => {
  const shop = await givenShop(db);
  shop.says.getBalance = "ACCESS_BALANCE:100.00";
  shop.says.getPricesV2 = JSON.stringify({
    1: { tg: { 9.99: 4, 12: 7 } },
    6: { tg: { 8: 0, "8.015": 3 }, gr_nobody: { 1: 8 } },
    10016: { tg: { 1: 2 } },
  });
  await pollSupplier(db, shop.supplierId);
  expect(await offersOf(shop.supplierId)).toEqual([
    { country: UKRAINE, count: 4, cost: 999 },
    { country: INDONESIA, count: 3, cost: 802 },
  ]);
  const words = (await listUnknownWords(db)).filter((word) => word.supplierId === shop.supplierId);
  expect(words.map(({ kind, word, stock }) => [kind, word, stock])).toEqual([
    ["country", "10016", 2],
    ["service", "gr_nobody", 8],
  ]);
});

it("a shop that has only getPrices is asked by it, and for stock country by country where that says none", async () => {
  const shop = await givenShop(db);
  shop.says.getBalance = "ACCESS_BALANCE:100.00";
  shop.says.getPrices = JSON.stringify({ 1: { tg: { cost: 5 } }, 6: { tg: { cost: "6.5", count: 2 } } });
  shop.says.getNumbersStatus = JSON.stringify({ tg_0: "31" });
  await pollSupplier(db, shop.supplierId);
  await pollSupplier(db, shop.supplierId);
  expect(await offersOf(shop.supplierId)).toEqual([
    { country: UKRAINE, count: 31, cost: 500 },
    { country: INDONESIA, count: 2, cost: 650 },
  ]);
  expect(shop.asked("getPricesV2")).toHaveLength(1);
  expect(shop.asked("getNumbersStatus").map((asked) => asked.get("country"))).toEqual(["1", "1"]);
});

it("numbers that are dearer than the cost that is set are not on sale", async () => {
  const shop = await givenShop(db);
  shop.says.getBalance = "ACCESS_BALANCE:100.00";
  const list = (cost: number) =>
    JSON.stringify({ 1: { tg: { cost, count: 1 } }, 6: { tg: { cost, count: 1 } } });
  await execute(
    db,
    sql`update supply_suppliers set default_cost_kopecks = 800 where id = ${shop.supplierId}`,
  );
  const own = { serviceId: TELEGRAM, countryId: INDONESIA, costKopecks: kopecks(1_000) };
  await withTransaction(db, (tx) => setSupplierPrices(tx, shop.supplierId, [own]));
  const onSale = async (cost: number) => {
    shop.says.getPrices = list(cost);
    await pollSupplier(db, shop.supplierId);
    return (await offersOf(shop.supplierId)).filter(({ count }) => count > 0).map(({ country }) => country);
  };
  expect(await onSale(8)).toEqual([UKRAINE, INDONESIA]);
  expect(await onSale(9)).toEqual([INDONESIA]);
  expect(await onSale(10.01)).toEqual([]);
});

it("below its least balance a shop sells nothing, and again once there is more", async () => {
  const shop = await givenShop(db);
  await setMinimum(shop.supplierId, 5_000);
  shop.says.getPrices = JSON.stringify({ 6: { tg: { cost: 5, count: 9 } } });
  const withBalance = async (text: string) => {
    shop.says.getBalance = `ACCESS_BALANCE:${text}`;
    await pollSupplier(db, shop.supplierId);
    return stateOf(shop.code);
  };
  expect(await withBalance("50.00")).toEqual({ healthy: true, isOutOfMoney: false, balanceCents: 5_000 });
  expect(await withBalance("49.999")).toEqual({ healthy: false, isOutOfMoney: true, balanceCents: 4_999 });
  expect(await withBalance("80")).toMatchObject({ healthy: true });
  // It says that this does not suffice, whatever it is.
  await haltSale(db, shop.supplierId, "money", "NO_BALANCE");
  expect(await withBalance("80.00")).toMatchObject({ healthy: false });
  expect(await withBalance("80.01")).toMatchObject({ healthy: true });
});

it.each([
  ["no balance", { getBalance: "<html>" }, "GET_BALANCE wrong-shape"],
  ["a key that is refused", { getBalance: "BAD_KEY" }, "GET_BALANCE refused"],
  ["no price list", { getBalance: "ACCESS_BALANCE:9", getPrices: "[]" }, "GET_SERVICES wrong-shape"],
])("a shop with %s has failed its poll", async (_, says, unusable) => {
  const shop = await givenShop(db);
  Object.assign(shop.says, says);
  await pollSupplier(db, shop.supplierId);
  await unusableAnswersWritten(db);
  const counted = await countUnusable(db, [shop.supplierId], 5);
  expect(counted.map(({ action, reason }) => `${action} ${reason}`)).toEqual([unusable]);
  expect(await findOperatedSupplier(db, shop.code)).toMatchObject({ lastError: expect.any(String) });
});
