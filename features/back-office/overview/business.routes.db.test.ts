import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { deliverSms, expireActivation, finishActivation } from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import {
  anna,
  api,
  db,
  get,
  lead,
  owner,
  send,
  support,
} from "#features/back-office/back-office-routes.factory.ts";
import type { Business, BusinessFigures } from "#features/back-office/overview/business.contract.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { countBusiness } from "#features/statistics/business/business.writes.ts";
import { countOrders } from "#features/statistics/statistics.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

const [TELEGRAM, INDONESIA] = [52, 6];

let supplierId: number;
let buyerId: number;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  ({ supplierId } = await givenOffer(db, { countryId: INDONESIA, count: 20 }));
  const userId = await givenCustomer(db, 100_000);
  buyerId = userId;
  const orders = [];
  for (let at = 0; at < 4; at += 1) {
    orders.push(
      await buyActivation(
        db,
        purchase({ userId, serviceId: TELEGRAM, countryId: INDONESIA, idempotencyKey: `order-${at}` }),
      ),
    );
  }
  const [first, second, third] = orders;
  for (const [at, order] of [first, second].entries()) {
    const phone = Number(order?.number);
    const sms = { supplierId, phone, smsId: BigInt(at + 1), sender: "Telegram", text: "code 12345" };
    await receiveSms(db, sms, deliverSms);
    await finishActivation(db, userId, order?.id ?? 0);
  }
  await expireActivation(db, { id: third?.id ?? 0, state: "waiting" });
  const refund = { kind: "activation_refund", activationId: first?.id, reason: "the code did not work" };
  expect((await send(anna, "corrections", refund)).status).toBeLessThan(300);
  while ((await countBusiness(db, 1_000)) > 0);
  // Orders are counted some minutes after their end, and not before one that is still open.
  await moveClock(owner, "6 minutes");
  expect(await countOrders(db, 100)).toBe(3);
  await moveClock(owner, "-6 minutes");
});

async function businessFor(staff: typeof anna): Promise<Business> {
  const answer = await get("business", staff);
  expect(answer.status).toBe(200);
  return answer.body;
}

/** Every group of figures in an answer. */
const groupsOf = (business: Business): BusinessFigures[] => [
  business.total,
  ...business.days,
  ...business.services,
  ...business.countries,
];

describe("the business in figures", () => {
  test("is for the staff alone", async () => {
    expect((await api.call("GET", "/api/desk/business")).status).toBe(401);
    expect(
      (await api.call("GET", "/api/desk/business", { headers: { cookie: "_adminIdentity=1" } })).status,
    ).toBe(401);
  });

  test("shows money to who may move it, and counts alone to the support", async () => {
    const [seen, whole] = [await businessFor(support), await businessFor(anna)];
    expect(groupsOf(seen).every(({ money }) => money === null)).toBe(true);
    expect(JSON.stringify(seen)).not.toMatch(/Kopecks/);
    expect(seen.holds.kopecks).toBeNull();
    expect(groupsOf(whole).every(({ money }) => money !== null)).toBe(true);
    expect((await businessFor(lead)).total).toEqual(whole.total);
    expect(groupsOf(seen)).toEqual(groupsOf(whole).map((figures) => ({ ...figures, money: null })));
  });

  test("has the ledger's revenue, refunds, cost and holds to the kopeck", async () => {
    const { total, days, holds, services, countries, countedAt } = await businessFor(anna);
    const ledger = await one<Record<"captured" | "refunded" | "cost" | "held", number>>(
      db,
      sql`select sum(amount_kopecks) filter (where kind = 'activation' and phase = 'post')::bigint as captured,
            sum(amount_kopecks) filter (where kind = 'activation_refund')::bigint as refunded,
            sum(amount_kopecks) filter (where kind = 'supplier_share')::bigint as cost,
            (select sum(held_kopecks) from ledger_accounts where kind = 'user')::bigint as held
          from ledger_transfers`,
    );
    expect(total).toEqual({
      placed: 4,
      delivered: 2,
      undelivered: 1,
      deliveryPercent: 66.67,
      refunded: 1,
      money: {
        revenueKopecks: ledger.captured - ledger.refunded,
        refundedKopecks: ledger.refunded,
        costKopecks: ledger.cost,
        bonusKopecks: 0,
        referralKopecks: 0,
        marginKopecks: ledger.captured - ledger.refunded - ledger.cost,
      },
    });
    expect(days).toHaveLength(30);
    expect(days.reduce((sum, { money }) => sum + (money?.marginKopecks ?? 0), 0)).toBe(
      total.money?.marginKopecks,
    );
    expect(holds).toEqual({ orders: 1, kopecks: ledger.held });
    expect(services.map(({ service, placed }) => [service.name, placed])).toEqual([["Telegram", 4]]);
    expect(countries.map(({ country, placed }) => [country.name, placed])).toEqual([["Indonesia", 4]]);
    expect(countedAt).not.toBeNull();
  });

  test("names each supplier with its stock and how its orders of the last day ended", async () => {
    const { suppliers } = await businessFor(support);
    expect(suppliers.find(({ id }) => id === supplierId)).toMatchObject({
      state: "healthy",
      onSale: expect.any(Number),
      ended: 3,
      deliveryPercent: 66.67,
    });
  });
});

describe("money in and the wait", () => {
  test("are shown of today and of 30 days, to the support without the money", async () => {
    const before = await businessFor(anna);
    await givenTopUp(db, { userId: await givenCustomer(db, 0), amountKopecks: 12_345 });
    const { moneyIn, medianWait } = await businessFor(anna);
    expect(moneyIn?.monthKopecks).toBe((before.moneyIn?.monthKopecks ?? 0) + 12_345);
    expect(medianWait.monthSeconds).toBeGreaterThanOrEqual(0);
    const seen = await businessFor(support);
    expect(seen.moneyIn).toBeNull();
    expect(seen.medianWait).toEqual(medianWait);
  });

  test("the median of today is that of today's purchases, and none while no code came", async () => {
    await execute(owner, sql`create table counted_waits as select * from statistics_day_waits`);
    await execute(owner, sql`delete from statistics_day_waits`);
    expect((await businessFor(support)).medianWait).toEqual({ todaySeconds: null, monthSeconds: null });
    const today = () =>
      one<{ day: string }>(db, sql`select (app_now() at time zone 'UTC')::date::text as day`);
    let day: string;
    let shown: Business["medianWait"];
    // Once more where midnight came between.
    do {
      ({ day } = await today());
      await execute(owner, sql`delete from statistics_day_waits`);
      await execute(
        owner,
        sql`insert into statistics_day_waits
            select ${day}::date - back, waits::jsonb
            from (values (0, '{"10": 1, "20": 1, "90": 1}'), (29, '{"40": 4}'), (30, '{"1": 99}')) as told (back, waits)`,
      );
      shown = (await businessFor(support)).medianWait;
    } while (day !== (await today()).day);
    expect(shown).toEqual({ todaySeconds: 20, monthSeconds: 40 });
    await execute(owner, sql`delete from statistics_day_waits`);
    await execute(owner, sql`insert into statistics_day_waits select * from counted_waits`);
    await execute(owner, sql`drop table counted_waits`);
  });
});

describe("the pages behind the tiles", () => {
  const idsOf = async (path: string) =>
    (await get(path, anna)).body.items.map(({ id }: { id: number }) => id) as number[];

  test("list the people who got a number within 30 days, and those with money on hold", async () => {
    const stranger = await givenCustomer(db, 100);
    expect(await idsOf("people?only=holding")).toEqual([buyerId]);
    expect(await idsOf("people?only=buyers")).toEqual([buyerId]);
    const former = await givenCustomer(db, 0);
    const day = (userId: number, back: number, numbers: number) =>
      execute(
        owner,
        sql`insert into statistics_users (user_id, day, kind, service_id, country_id, requests, refused, numbers, successes, cancelled,
              expired, reported, extensions, captured_kopecks)
            values (${userId}, (app_now() at time zone 'UTC')::date - ${back}::int, 'activation', 1, 1, 1, ${1 - numbers}, ${numbers}, 0,
              ${numbers}, 0, 0, 0, 0)`,
      );
    await day(former, 31, 1);
    await day(stranger, 1, 0);
    expect(await idsOf("people?only=buyers")).toEqual([buyerId]);
    await day(former, 2, 1);
    expect(await idsOf("people?only=buyers")).toEqual([former, buyerId]);
    await execute(owner, sql`delete from statistics_users where user_id in (${stranger}, ${former})`);
  });

  test("list the corrections of one kind, and those of the days on which they were proposed or decided", async () => {
    const refunds = await idsOf("corrections?state=carried_out&kind=activation_refund");
    expect(refunds).toHaveLength(1);
    const { decided, before } = await one<{ decided: string; before: string }>(
      owner,
      sql`with refund as (
            update back_office_corrections set proposed_at = decided_at - interval '2 days' where id = ${refunds[0]} returning decided_at
          ) select (decided_at at time zone 'UTC')::date::text as decided,
              ((decided_at - interval '2 days') at time zone 'UTC')::date::text as before from refund`,
    );
    const refundsOf = (days: string, day: string) =>
      idsOf(`corrections?kind=activation_refund&days=${days}&from=${day}&to=${day}`);
    expect(await refundsOf("decided", decided)).toEqual(refunds);
    expect(await refundsOf("decided", before)).toEqual([]);
    expect(await refundsOf("proposed", before)).toEqual(refunds);
    expect(await refundsOf("proposed", decided)).toEqual([]);
    expect((await get("corrections?from=0000-01-01", anna)).status).toBe(400);
    expect(await idsOf("corrections?state=carried_out&kind=adjustment_credit")).toEqual([]);
    expect((await get("corrections?kind=nonsense", anna)).status).toBe(400);
  });

  test("list the suppliers that should sell and cannot", async () => {
    expect(await idsOf("suppliers?only=unavailable")).not.toContain(supplierId);
    const fail = sql`update supply_suppliers set penalty_until = app_now() + interval '1 hour', penalty_reason = 'test' where id = ${supplierId}`;
    await execute(owner, fail);
    expect(await idsOf("suppliers?only=unavailable")).toContain(supplierId);
    await execute(owner, sql`update supply_suppliers set enabled = false where id = ${supplierId}`);
    expect(await idsOf("suppliers?only=unavailable")).not.toContain(supplierId);
    await execute(
      owner,
      sql`update supply_suppliers set enabled = true, penalty_until = null, penalty_reason = null where id = ${supplierId}`,
    );
  });
});

test("every queue says how much waits in it and for how long the oldest has", async () => {
  const { body } = await get("overview", support);
  const queues = ["withdrawals", "transfers", "claims", "oddPayments", "corrections", "comments"];
  for (const queue of [
    ...queues,
    "couponBatches",
    "feedback",
    "reviews",
    "serviceRequests",
    "partnerApplications",
  ]) {
    expect(body[queue]).toMatchObject({ count: 0, oldestSeconds: null });
  }
  const userId = await givenCustomer(db, 0);
  const credit = { kind: "adjustment_credit", userId, amountKopecks: 500, reason: "goodwill" };
  expect((await send(anna, "corrections", credit)).status).toBeLessThan(300);
  const after = (await get("overview", support)).body;
  expect(after.corrections).toEqual({ count: 1, oldestSeconds: expect.any(Number) });
});
