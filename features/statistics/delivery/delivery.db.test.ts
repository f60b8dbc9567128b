import sql from "sql-template-tag";
import { afterEach, expect, test } from "vitest";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import {
  forgetDeliveryRates,
  readDeliveriesOf,
  readDeliveryRates,
} from "#features/statistics/delivery/delivery.reads.ts";
import { deliveryRoutes } from "#features/statistics/delivery/delivery.routes.ts";
import { guest } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const api = testApi(db, deliveryRoutes, async () => guest);
const [TELEGRAM, WHATSAPP, INDONESIA, CHILE] = [52, 1, 6, 151];

// The figures stand for orders that are not there: none may be left for the invariants.
afterEach(async () => {
  await execute(owner, sql`truncate statistics_days, statistics_supplied`);
  forgetDeliveryRates(db);
});

type Counted = { countryId: number; purchases: number; successes: number; daysAgo?: number };
const day = (daysAgo: number) => sql`(app_now() at time zone 'UTC')::date - ${daysAgo}::int`;

function givenPurchases({ countryId, purchases, successes, daysAgo = 0 }: Counted) {
  return execute(
    owner,
    sql`insert into statistics_days (day, service_id, country_id, purchases, successes)
        values (${day(daysAgo)}, ${TELEGRAM}, ${countryId}, ${purchases}, ${successes})`,
  );
}

/** Codes of one supplier by how many seconds they took. */
function givenWaits(supplierId: number, waits: Record<number, number>, daysAgo = 0) {
  const codes = Object.values(waits).reduce((sum, each) => sum + each, 0);
  return execute(
    owner,
    sql`insert into statistics_supplied (supplier_id, day, kind, service_id, country_id, operator, requests, codes, cancelled, expired,
          reported, sms, share_kopecks, waits)
        values (${supplierId}, ${day(daysAgo)}, 'activation', ${TELEGRAM}, ${INDONESIA}, 'any', ${codes}, ${codes}, 0, 0, 0, ${codes}, 0,
          ${JSON.stringify(waits)}::jsonb)`,
  );
}

test("a country tells its share of codes of 30 days from 20 purchases on, rounded down", async () => {
  await givenPurchases({ countryId: INDONESIA, purchases: 10, successes: 9 });
  await givenPurchases({ countryId: INDONESIA, purchases: 20, successes: 20, daysAgo: 29 });
  await givenPurchases({ countryId: INDONESIA, purchases: 900, successes: 0, daysAgo: 30 });
  await givenPurchases({ countryId: CHILE, purchases: 19, successes: 19 });
  expect(await readDeliveriesOf(db, TELEGRAM)).toEqual({ [INDONESIA]: { percent: 96, medianSeconds: null } });
  const percentOf = await readDeliveryRates(db);
  expect(percentOf({ serviceId: TELEGRAM, countryId: CHILE })).toBeNull();
  expect(await readDeliveriesOf(db, WHATSAPP)).toEqual({});
});

test("the median wait is that of all suppliers' codes together, and is told from ten codes on", async () => {
  await givenPurchases({ countryId: INDONESIA, purchases: 20, successes: 10 });
  await givenWaits(1, { 4: 2, 90: 3 });
  await givenWaits(2, { 12: 3, 300: 1 }, 29);
  await givenWaits(2, { 1: 500 }, 30);
  expect(await readDeliveriesOf(db, TELEGRAM)).toMatchObject({ [INDONESIA]: { medianSeconds: null } });
  await givenWaits(3, { 200: 1 });
  forgetDeliveryRates(db);
  expect(await readDeliveriesOf(db, TELEGRAM)).toMatchObject({ [INDONESIA]: { medianSeconds: 12 } });
});

test("anybody may ask how the countries of a service have done, and a service that is none is refused", async () => {
  await givenPurchases({ countryId: INDONESIA, purchases: 40, successes: 37 });
  expect(await api.call("GET", `/api/country/delivery/${TELEGRAM}`)).toMatchObject({
    status: 200,
    body: [{ country_external_id: INDONESIA, percent: 92, medianSeconds: null }],
  });
  const unknown = await api.call("GET", "/api/country/delivery/999999");
  expect([unknown.status, unknown.body.error.code]).toEqual([404, "SERVICE_NOT_FOUND"]);
});
