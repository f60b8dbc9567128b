import sql from "sql-template-tag";
import { beforeEach, expect, test } from "vitest";
import { deliverSms, expireActivation, finishActivation } from "#features/activations/activations.writes.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { countStockHour, forgetStockHours } from "#features/partners/yield/stock-hours.writes.ts";
import { forgetYieldBasis, readStockHours, readYieldBasis } from "#features/partners/yield/yield.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { listOwnStockCodes } from "#features/statistics/own-stock.reads.ts";
import { countOrders } from "#features/statistics/statistics.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenSupplier } from "#features/supply/suppliers.factory.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, moveClockToNoon } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
await withTransaction(owner, seedCatalogue);
await withTransaction(owner, seedPolicy);
const TELEGRAM = 52;
let numbers = 628_110_000_000;

beforeEach(async () => {
  await execute(owner, sql`truncate partners_stock_hours`);
  await moveClockToNoon(owner);
});

async function givenOnline(countryId: number, count: number, online = true): Promise<void> {
  const { supplierId } = await givenSupplier(owner);
  for (let at = 0; at < count; at += 1) {
    numbers += 1;
    await execute(
      owner,
      sql`insert into supply_numbers (number, supplier_id, country_id, online) values (${numbers}, ${supplierId}, ${countryId}, ${online})`,
    );
  }
}
const hours = async () => [...(await readStockHours(db))];

test("numbers that are on line are counted once an hour, by country, however often and by whomever it is asked", async () => {
  await givenOnline(6, 3);
  await givenOnline(10, 1);
  await givenOnline(10, 1, false);
  expect((await Promise.all([countStockHour(db), countStockHour(db)])).reduce((sum, one) => sum + one)).toBe(
    2,
  );
  expect(await countStockHour(db)).toBe(0);
  // Also over midnight: another day begins with its own hours.
  for (let hour = 1; hour < 25; hour += 1) {
    await moveClock(owner, "1 hour");
    expect(await countStockHour(db)).toBe(2);
  }
  expect(await hours()).toEqual([
    [6, 75],
    [10, 25],
  ]);
  await moveClock(owner, "31 days");
  expect(await hours()).toEqual([]);
  expect(await forgetStockHours(db)).toBe(0);
  await moveClock(owner, "400 days");
  expect(await forgetStockHours(db)).toBeGreaterThanOrEqual(4);
});

test("codes of own stock and what their partners are paid are counted by day, numbers without a code are not", async () => {
  const userId = await givenUser(db, 1_000_000);
  const own = await givenOffer(db, { countryId: 4, count: 20, costKopecks: 700, priceKopecks: 900 });
  let orders = 0;
  const order = async (withCode: boolean) => {
    orders += 1;
    const { id, number } = await buyActivation(
      db,
      purchase({ userId, serviceId: TELEGRAM, countryId: 4, idempotencyKey: `own-${orders}` }),
    );
    if (!withCode) return expireActivation(db, { id, state: "waiting" });
    const sms = {
      supplierId: own.supplierId,
      phone: Number(number),
      smsId: BigInt(id),
      sender: "T",
      text: "code 12345",
    };
    await receiveSms(db, sms, deliverSms);
    await finishActivation(db, userId, id);
  };
  for (const withCode of [true, true, false]) await order(withCode);
  await moveClock(owner, "10 minutes");
  await countOrders(db, 1_000);
  expect(await listOwnStockCodes(db, 1)).toEqual([
    { serviceId: TELEGRAM, countryId: 4, codes: 2, paidKopecks: 1_400 },
  ]);
  expect(await listOwnStockCodes(db, 3)).toEqual([]);
  await moveClock(owner, "31 days");
  expect(await listOwnStockCodes(db, 1)).toEqual([]);
});

test("the calculator counts with own figures where there are enough, and is read once for everybody", async () => {
  const basis = () => readYieldBasis(db);
  forgetYieldBasis(db);
  const assumed = { lowMilli: 5_000, highMilli: 25_000 };
  expect(await basis()).toEqual({ measured: [], assumed });
  await execute(
    owner,
    sql`with day as (select (app_now() at time zone 'UTC')::date as day),
          counted as (insert into statistics_days (day, service_id, country_id, purchases, successes, own_codes, own_cost_kopecks)
            select day, 52, c, 200, 150, case c when 7 then 99 else 100 end, 50000 from day, generate_series(6, 8) c)
        insert into partners_stock_hours (day, country_id, number_hours, last_hour)
          select day, c, case c when 8 then 2399 else 2400 end, 1 from day, generate_series(6, 8) c`,
  );
  expect((await basis()).measured).toEqual([]);
  forgetYieldBasis(db);
  const measured = [{ serviceId: 52, countryId: 6, lowMilli: 325_000, highMilli: 675_000 }];
  expect(await basis()).toEqual({ measured, assumed });
  // No orders stand behind these days.
  await execute(owner, sql`delete from statistics_days where country_id in (6, 7, 8)`);
});
