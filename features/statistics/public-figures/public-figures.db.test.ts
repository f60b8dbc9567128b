import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { readPublicFigures } from "#features/statistics/public-figures/public-figures.reads.ts";
import { measurePublicFigures } from "#features/statistics/public-figures/public-figures.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
await withTransaction(owner, seedCatalogue);
await withTransaction(owner, seedPolicy);

async function givenDay(daysAgo: number, purchases: number, waits: Record<number, number>) {
  const successes = Object.values(waits).reduce((sum, codes) => sum + codes, 0);
  await execute(
    owner,
    sql`with day as (select (app_now() at time zone 'UTC')::date - ${daysAgo}::int as day),
        counted as (insert into statistics_days select day, 52, 6, ${purchases}, ${successes} from day)
        insert into statistics_day_waits select day, ${JSON.stringify(waits)}::jsonb from day`,
  );
}

test("the first screen's figures are the sums of 30 days with the median of all waits, and the lowest price on the site", async () => {
  expect(await readPublicFigures(db)).toEqual({
    deliveryPercent: null,
    medianSeconds: null,
    lowestKopecks: null,
  });
  await givenDay(10, 150, { 10: 60, 40: 30 });
  await givenDay(29, 100, { 12: 50, 90: 20 });
  await givenDay(30, 1_000, { 1: 900 });
  await givenOffer(owner, { countryId: 6, costKopecks: 700, priceKopecks: 900 });
  await givenOffer(owner, { countryId: 4, costKopecks: 100, priceKopecks: 200, apiOnly: true });
  await givenOffer(owner, { countryId: 7, costKopecks: 100, priceKopecks: 300, count: 0 });
  await measurePublicFigures(db);
  // 160 of 250; 60 codes within 10 s, 110 within 12.
  expect(await readPublicFigures(db)).toEqual({ deliveryPercent: 64, medianSeconds: 12, lowestKopecks: 900 });
  await execute(owner, sql`delete from statistics_days`);
  await execute(owner, sql`delete from statistics_day_waits`);
  await measurePublicFigures(db);
  expect(await one(db, sql`select purchases, median_seconds from statistics_public`)).toEqual({
    purchases: 0,
    median_seconds: null,
  });
});
