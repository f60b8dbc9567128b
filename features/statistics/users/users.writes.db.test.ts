import sql from "sql-template-tag";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  cancelActivation,
  expireActivation,
  finishActivation,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { givenSms } from "#features/activations/sms.factory.ts";
import { proposeCorrection } from "#features/back-office/corrections/corrections.writes.ts";
import type { Offer } from "#features/pricing/offers.factory.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { rentInput } from "#features/rentals/rent-inputs.factory.ts";
import { cancelRental, deliverSmsToRentals, passTime } from "#features/rentals/rentals.writes.ts";
import { endDueSales, givenGoods, INDONESIA, KENYA, TELEGRAM } from "#features/statistics/sales.factory.ts";
import { statisticsUserChecks } from "#features/statistics/users/users.checks.ts";
import type { StatisticsView } from "#features/statistics/users/users.contract.ts";
import { findPeriod, readDetails, readStatistics } from "#features/statistics/users/users.reads.ts";
import { dayAfter } from "#features/statistics/users/users.rules.ts";
import { countPurchases } from "#features/statistics/users/users.writes.ts";
import type { GivenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { secondsFrom } from "#lib/testing/seconds-from.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences, offenceText } from "#lib/tooling/database/checks.ts";

const { db, owner } = await useTestDb();

let offers: ReadonlyMap<number, Offer>;
let rents: GivenRentOffer;
let staffId: UserId;
beforeAll(async () => {
  ({ offers, rents, staffId } = await givenGoods(db));
});

afterAll(() => endDueSales(db));

let keys = 0;
const newKey = () => `statistics-${++keys}`;

function buy(userId: UserId, countryId = INDONESIA) {
  return buyActivation(db, purchase({ userId, serviceId: TELEGRAM, countryId }));
}

async function deliver(countryId: number, number: string | null): Promise<void> {
  await givenSms(db, (offers.get(countryId) as Offer).supplierId, number);
}

function rent(userId: UserId, serviceCode = "tg") {
  return rentNumber(db, rentInput({ userId, serviceCode, countryId: INDONESIA }));
}

async function figures(userId: number, ask: Partial<Parameters<typeof readStatistics>[1]> = {}) {
  const period = await findPeriod(db, { days: 40 });
  return readStatistics(db, { userId, kind: "all", by: "country", locale: "en", ...period, ...ask });
}

/** Counts until nothing is left; the figures must not change by it. */
async function count(userId: number): Promise<StatisticsView> {
  const before = await figures(userId);
  while ((await countPurchases(db, 3)) > 0);
  const after = await figures(userId);
  expect(after).toEqual(before);
  return after;
}

const today = async () => (await findPeriod(db, { days: 1 })).to;
const inTable = (userId: number) =>
  one<{ requests: number; running: number }>(
    db,
    sql`select (select coalesce(sum(requests), 0)::bigint from statistics_users where user_id = ${userId}) as requests,
          (select count(*) from statistics_running where user_id = ${userId}) as running`,
  );

describe("a user's figures", () => {
  test("are nothing for one who has bought nothing, with every day of the period", async () => {
    const userId = await givenCustomer(db, 0);
    const view = await figures(userId, { by: "day" });
    expect(view.total).toMatchObject({
      requests: 0,
      spentKopecks: 0,
      deliveryPercent: null,
      medianSeconds: null,
    });
    expect(view.groups).toEqual([]);
    expect(view.days).toHaveLength(40);
    expect(view.days.at(-1)?.day).toBe(await today());
  });

  test("tell of a purchase at once, before and after it is counted, whatever becomes of it", async () => {
    const userId = await givenCustomer(db, 100_000);
    const stranger = await givenCustomer(db, 100_000);
    await buy(stranger);
    const orders = [];
    for (let at = 0; at < 5; at += 1) orders.push(await buy(userId));
    const [coded, cancelled, reported, expired, open] = orders.map(({ id }) => id) as [
      number,
      number,
      number,
      number,
      number,
    ];
    expect((await figures(userId)).total).toMatchObject({
      requests: 5,
      numbers: 5,
      waiting: 5,
      spentKopecks: 0,
      deliveryPercent: null,
    });
    await moveClock(owner, "30 seconds");
    await deliver(INDONESIA, orders[0]?.number ?? null);
    await cancelActivation(db, userId, cancelled);
    await reportActivation(db, userId, reported);
    await expireActivation(db, { id: expired, state: "waiting" });
    const total = {
      requests: 5,
      refused: 0,
      numbers: 5,
      waiting: 1,
      successes: 1,
      cancelled: 1,
      expired: 1,
      reported: 1,
      capturedKopecks: 1_400,
      returnedKopecks: 0,
      spentKopecks: 1_400,
      deliveryPercent: 25,
      medianSeconds: secondsFrom(30),
    };
    expect((await count(userId)).total).toMatchObject(total);
    // Too young to be counted; then what has ended is, and what runs is put aside.
    expect(await inTable(userId)).toEqual({ requests: 0, running: 0 });
    await moveClock(owner, "6 minutes");
    expect((await count(userId)).total).toMatchObject(total);
    expect(await inTable(userId)).toEqual({ requests: 3, running: 2 });
    await finishActivation(db, userId, coded);
    await expireActivation(db, { id: open, state: "waiting" });
    expect((await count(userId)).total).toMatchObject({
      ...total,
      waiting: 0,
      expired: 2,
      deliveryPercent: 20,
    });
    expect(await inTable(userId)).toEqual({ requests: 5, running: 0 });
  });

  test("keep a late code and a late refund on the day of the purchase", async () => {
    const userId = await givenCustomer(db, 100_000);
    const now = await one<{ left: string }>(
      db,
      sql`select (date_trunc('day', app_now(), 'UTC') + interval '1 day' - app_now() - interval '1 minute')::text as left`,
    );
    await moveClock(owner, now.left);
    const day = await today();
    const order = await buy(userId);
    await moveClock(owner, "7 minutes");
    expect(await today()).toBe(dayAfter(day, 1));
    await count(userId);
    await deliver(INDONESIA, order.number);
    const ofDay = async () => (await count(userId)).days.find((one) => one.day === day);
    expect(await ofDay()).toMatchObject({ requests: 1, successes: 1, spentKopecks: 1_400 });
    await finishActivation(db, userId, order.id);
    await count(userId);
    await moveClock(owner, "3 days");
    await proposeCorrection(
      db,
      { kind: "activation_refund", activationId: order.id, reason: "the code did not work" },
      { staffId, permission: "money-lead", ip: "192.0.2.1" },
      newKey(),
    );
    expect(await ofDay()).toMatchObject({
      successes: 1,
      capturedKopecks: 1_400,
      returnedKopecks: 1_400,
      spentKopecks: 0,
    });
    const ownDays = (await figures(userId)).days.filter(
      ({ requests, returnedKopecks }) => requests + returnedKopecks > 0,
    );
    expect(ownDays.map((one) => one.day)).toEqual([day]);
  });

  test("tell of rentals: cancelled, silent and extended ones, each payment on its day", async () => {
    const userId = await givenCustomer(db, 100_000);
    const [silent, spoken, cancelled] = [await rent(userId), await rent(userId, "full"), await rent(userId)];
    const day = await today();
    await cancelRental(db, userId, cancelled.id);
    await moveClock(owner, "10 seconds");
    await givenSms(db, rents.supplierId, spoken.number, "code 12345", deliverSmsToRentals);
    await moveClock(owner, "21 minutes");
    await passTime(db, silent.id);
    expect((await count(userId)).total).toMatchObject({
      requests: 3,
      numbers: 3,
      waiting: 1,
      successes: 1,
      cancelled: 1,
      extensions: 0,
      capturedKopecks: 1_120,
      medianSeconds: secondsFrom(10),
    });
    await moveClock(owner, "2 hours");
    await extendRental(db, {
      userId,
      rentalId: silent.id,
      hours: 24,
      maxPriceKopecks: null,
      channel: "site",
      idempotencyKey: newKey(),
    });
    const dayOfExtension = await today();
    expect((await count(userId)).total).toMatchObject({ requests: 3, extensions: 1 });
    await moveClock(owner, "30 hours");
    await passTime(db, silent.id);
    await passTime(db, spoken.id);
    const view = await count(userId);
    expect(view.total).toMatchObject({ waiting: 0, expired: 1, deliveryPercent: 33.33 });
    const spentOn = (one: string) => view.days.find((each) => each.day === one)?.spentKopecks ?? 0;
    const [row] = await Promise.all([
      one<{ price: number }>(
        db,
        sql`select price_kopecks as price from rentals_extensions where rental_id = ${silent.id}`,
      ),
    ]);
    if (day !== dayOfExtension) expect(spentOn(dayOfExtension)).toBe(row.price);
    expect(view.total.spentKopecks).toBe(1_120 + row.price);
    expect((await figures(userId, { kind: "activation" })).total.requests).toBe(0);
    expect(
      (await figures(userId, { kind: "rental", by: "service" })).groups.map(({ service }) => service?.name),
    ).toEqual(["Telegram", "Full rent"]);
  });

  test("add up by day, service and country to the same whole, and so do the rows of the file", async () => {
    const userId = await givenCustomer(db, 100_000);
    for (const [countryId, seconds] of [
      [INDONESIA, 5],
      [INDONESIA, 7],
      [KENYA, 40],
      [KENYA, 60],
    ] as const) {
      const order = await buy(userId, countryId);
      await moveClock(owner, `${seconds} seconds`);
      await deliver(countryId, order.number);
      await finishActivation(db, userId, order.id);
      await moveClock(owner, "30 hours");
      await countPurchases(db, 100);
    }
    await cancelActivation(db, userId, (await buy(userId, KENYA)).id);
    const byCountry = await count(userId);
    expect(
      byCountry.groups.map(({ country, requests, medianSeconds }) => [country?.id, requests, medianSeconds]),
    ).toEqual([
      [KENYA, 3, 40],
      [INDONESIA, 2, 5],
    ]);
    expect(byCountry.total.medianSeconds).toBe(7);
    const byDay = await figures(userId, { by: "day" });
    expect(byDay.groups.map(({ day }) => day)).toEqual(
      byDay.groups
        .map(({ day }) => day)
        .toSorted()
        .toReversed(),
    );
    const byService = await figures(userId, { by: "service" });
    expect(byService.groups.map(({ service }) => service?.code)).toEqual(["tg"]);
    const details = [];
    for await (const batch of readDetails(
      db,
      { userId, kind: "all", ...(await findPeriod(db, { days: 40 })) },
      "en",
    )) {
      details.push(...batch);
    }
    expect(details.map(({ day }) => day)).toEqual(details.map(({ day }) => day).toSorted());
    for (const rows of [byDay.groups, byService.groups, byCountry.groups, byCountry.days, details]) {
      for (const name of ["requests", "successes", "cancelled", "spentKopecks"] as const) {
        expect(rows.reduce((sum, row) => sum + row[name], 0)).toBe(byCountry.total[name]);
      }
    }
  });

  test("are counted once by six workers at the same time, and anew after they were thrown away", async () => {
    const userId = await givenCustomer(db, 100_000);
    for (let at = 0; at < 12; at += 1) await cancelActivation(db, userId, (await buy(userId)).id);
    await moveClock(owner, "6 minutes");
    const before = await figures(userId);
    await Promise.all(Array.from({ length: 6 }, () => countPurchases(db, 4)));
    await count(userId);
    expect(await inTable(userId)).toEqual({ requests: 12, running: 0 });
    await execute(db, sql`select statistics_recount_purchases()`);
    expect(await inTable(userId)).toEqual({ requests: 0, running: 0 });
    expect(await figures(userId)).toEqual(before);
    await count(userId);
    expect(await inTable(userId)).toEqual({ requests: 12, running: 0 });
  });

  test("that differ from the purchases are found by the checks", async () => {
    const found = async () =>
      (await listOffences(owner, statisticsUserChecks)).filter(({ count }) => count > 0).map(offenceText);
    expect(await found()).toEqual([]);
    for (const [change, back] of [
      ["captured_kopecks = captured_kopecks + 1", "captured_kopecks = captured_kopecks - 1"],
      [`waits = waits || '{"999": 1}'`, `waits = waits - '999'`],
    ]) {
      await execute(owner, { text: `update statistics_users set ${change}`, values: [] });
      expect((await found()).join("\n")).toContain("figures are those of their purchases");
      await execute(owner, { text: `update statistics_users set ${back}`, values: [] });
    }
    await execute(owner, sql`insert into statistics_running values (1, 'rental', 17)`);
    expect((await found()).join("\n")).toContain("put aside");
    await execute(owner, sql`delete from statistics_running where purchase_id = 17`);
  });
});
