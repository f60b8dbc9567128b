import sql from "sql-template-tag";
import { beforeAll, expect, test } from "vitest";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { toPriceList } from "#features/handler-api/lists/lists.rules.ts";
import { forgetMarket, readMarket } from "#features/handler-api/market.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { listOffers } from "#features/pricing/pricing.reads.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ checkAfterwards: false });
const AT_RETAIL = { isWholesale: false, personal: [] };

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  await execute(
    owner,
    sql`insert into pricing_offers (id, service_id, country_id, supplier_id, operator, supplier_kind, cost_kopecks, retail_kopecks,
          wholesale_kopecks, count, healthy, api_only)
        select n, 1 + n % 60, 1 + n % 17, 1 + n % 4, 'any', 'agent', 1000, 1400 + n % 37, 1300, n % 9, n % 11 <> 0, n % 13 = 0
        from generate_series(1, 3000) n`,
  );
});

/** What the market tells, and the same out of the database's own sums. */
async function compared() {
  const [market, { serviceById }, offers] = await Promise.all([
    readMarket(db),
    readCatalogue(db),
    listOffers(db, { channel: "api", userId: null }),
  ]);
  const coded = offers.flatMap((offer) => {
    const service = serviceById.get(offer.serviceId);
    return service ? [{ ...offer, code: service.code }] : [];
  });
  const told = Object.assign(
    {},
    ...market.countries.map((country) => toPriceList(country.offers, AT_RETAIL)),
  );
  expect(JSON.stringify(told)).toBe(JSON.stringify(toPriceList(coded, AT_RETAIL)));
  const bySupplier = market.countries.flatMap((country) => country.supplierOffers);
  const inStock = await one<{ count: number; retail: number }>(
    db,
    sql`select coalesce(sum(count), 0)::bigint as count, coalesce(sum(count * retail_kopecks), 0)::bigint as retail from pricing_offers
        where healthy and count > 0 and country_id = any (${[...new Set(coded.map(({ countryId }) => countryId))]}::int[])
          and (service_id, country_id) in (select * from unnest(${coded.map(({ serviceId }) => serviceId)}::int[],
            ${coded.map(({ countryId }) => countryId)}::int[]))`,
  );
  expect(bySupplier.reduce((sum, offer) => sum + offer.count, 0)).toBe(inStock.count);
  expect(bySupplier.reduce((sum, offer) => sum + offer.count * offer.retailKopecks, 0)).toBe(inStock.retail);
  return market;
}

/** Read again after a change, as after a second of its own. */
async function after(change: ReturnType<typeof sql>) {
  await execute(owner, change);
  forgetMarket(db);
  return compared();
}

test("the market in memory is the offers of the database, to the byte of the list", async () => {
  expect((await compared()).countries).toHaveLength(17);
});

test("what nothing changed in is the same object, and a changed offer makes its country a new one alone", async () => {
  const before = await compared();
  forgetMarket(db);
  expect(await readMarket(db)).toBe(before);
  const market = await after(
    sql`update pricing_offers set count = count + 1, updated_at = app_now() where id = 34`,
  );
  const changed = market.countries.filter((country) => country !== before.byCountry.get(country.countryId));
  expect(changed.map(({ countryId }) => countryId)).toEqual([1]);
});

test.each([
  ["a price", sql`update pricing_offers set retail_kopecks = 1999, updated_at = app_now() where id = 50`],
  [
    "a supplier that fell silent",
    sql`update pricing_offers set healthy = not healthy, updated_at = app_now() where supplier_id = 2`,
  ],
  [
    "a new offer",
    sql`insert into pricing_offers (id, service_id, country_id, supplier_id, operator, supplier_kind, cost_kopecks, retail_kopecks, wholesale_kopecks, count, healthy) values (9001, 52, 40, 3, 'any', 'agent', 1, 2, 1, 7, true)`,
  ],
  ["an offer that went", sql`delete from pricing_offers where id in (51, 52)`],
  [
    "a change under an old date",
    sql`update pricing_offers set count = 77, updated_at = '2020-01-01' where id = 53`,
  ],
  ["an empty market", sql`update pricing_offers set count = 0, updated_at = app_now()`],
  ["a full one", sql`update pricing_offers set count = 1 + id % 5, updated_at = app_now()`],
])("%s is in it at the next reading", async (_name, change) => {
  await after(change);
});

test("a clock that went back hides no change", async () => {
  await moveClock(owner, "-2 days");
  await after(sql`update pricing_offers set count = 88, updated_at = app_now() where id between 100 and 300`);
  await moveClock(owner, "2 days");
});

test("a block takes its offers out at once, in memory as in the database", async () => {
  const [one] = await rows<{ country_id: number }>(
    db,
    sql`select country_id from pricing_offers where id = 60`,
  );
  await withTransaction(db, (tx) =>
    blockSale(tx, {
      countryId: one?.country_id ?? 0,
      effect: "deny",
      reasonCode: "KILL_SWITCH",
      reasonText: "test",
      actor: "test",
    }),
  );
  forgetPolicy(db);
  const market = await compared();
  expect(market.byCountry.get(one?.country_id ?? 0)?.offers).toEqual([]);
});
