import sql from "sql-template-tag";
import { beforeAll, describe, expect, it } from "vitest";
import {
  cancelActivation,
  deliverSms,
  expireActivation,
  finishActivation,
} from "#features/activations/activations.writes.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { listCountryMetrics } from "#features/statistics/statistics.reads.ts";
import { countOrders, forgetOldDays } from "#features/statistics/statistics.writes.ts";
import { countDelivery, sumDelivery } from "#features/statistics/supplier-delivery.reads.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock, moveClockToNoon } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const TELEGRAM = 52;
const everything = { offset: 0, limit: 10 };

let userId: Awaited<ReturnType<typeof givenUser>>;
const offers = new Map<number, Offer>();
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  userId = await givenUser(db, 1_000_000);
  for (const countryId of [6, 10]) offers.set(countryId, await givenOffer(db, { countryId, count: 20 }));
});

let orders = 0;
function buy(countryId: number) {
  orders += 1;
  return buyActivation(
    db,
    purchase({ userId, serviceId: TELEGRAM, countryId, idempotencyKey: `order-${orders}` }),
  );
}

async function givenEnded(countryId: number, withCode: boolean): Promise<void> {
  const { id, number } = await buy(countryId);
  if (!withCode) return expireActivation(db, { id, state: "waiting" });
  const { supplierId } = offers.get(countryId) as Offer;
  const sms = {
    supplierId,
    phone: Number(number),
    smsId: BigInt(id),
    sender: "Telegram",
    text: "code 12345",
  };
  await receiveSms(db, sms, deliverSms);
  await finishActivation(db, userId, id);
}

const figures = () =>
  rows(db, sql`select country_id, purchases, successes from statistics_days order by country_id, day`);

describe("the days' figures", () => {
  it("count every order once, when it has ended and its neighbours can no longer come before it", async () => {
    await moveClockToNoon(owner);
    expect(await listCountryMetrics(db, TELEGRAM, everything)).toEqual([]);
    for (const withCode of [true, true, false]) await givenEnded(6, withCode);
    await givenEnded(10, true);
    expect(await countOrders(db, 100)).toBe(0);
    await moveClock(owner, "6 minutes");
    const open = await buy(6);
    await givenEnded(10, false);
    await moveClock(owner, "6 minutes");
    const looks = await Promise.all(Array.from({ length: 6 }, () => countOrders(db, 100)));
    expect(looks.reduce((sum, seen) => sum + seen, 0)).toBe(4);
    expect(await figures()).toEqual([
      { country_id: 6, purchases: 3, successes: 2 },
      { country_id: 10, purchases: 1, successes: 1 },
    ]);
    await cancelActivation(db, userId, open.id);
    // In steps as small as may be.
    const steps: number[] = [];
    for (let at = 0; at < 3; at += 1) steps.push(await countOrders(db, 1));
    expect(steps).toEqual([1, 1, 0]);
    expect(await figures()).toEqual([
      { country_id: 6, purchases: 4, successes: 2 },
      { country_id: 10, purchases: 2, successes: 1 },
    ]);
    // Each code's wait once, whatever the steps they were counted in.
    const waits = sql`select sum(each.codes::bigint)::int as codes from statistics_day_waits w, jsonb_each_text(w.waits) each(seconds, codes)`;
    expect(await rows(db, waits)).toEqual([{ codes: 3 }]);
  });

  it("tell share and success per country, of 30 days", async () => {
    expect(await listCountryMetrics(db, TELEGRAM, everything)).toEqual([
      { countryId: 6, sharePercent: 66.67, successPercent: 50 },
      { countryId: 10, sharePercent: 33.33, successPercent: 50 },
    ]);
    expect(await listCountryMetrics(db, TELEGRAM, { offset: 1, limit: 1 })).toEqual([
      { countryId: 10, sharePercent: 33.33, successPercent: 50 },
    ]);
    await moveClock(owner, "31 days");
    expect(await listCountryMetrics(db, TELEGRAM, everything)).toEqual([]);
    await moveClock(owner, "-31 days");
  });

  it("tell what became of each supplier's orders of the last hours, and are forgotten after two days", async () => {
    const ids = [6, 10].map((countryId) => (offers.get(countryId) as Offer).supplierId);
    const [first, second] = ids as [number, number];
    expect(await sumDelivery(db, ids, 24)).toEqual(
      new Map([
        [first, { purchases: 4, successes: 2 }],
        [second, { purchases: 2, successes: 1 }],
      ]),
    );
    expect(await countDelivery(db, [second], 24)).toEqual([
      { supplierId: second, serviceId: TELEGRAM, purchases: 2, successes: 1 },
    ]);
    expect(await forgetOldDays(db, 400)).toBe(0);
    expect((await sumDelivery(db, ids, 48)).size).toBe(2);
    await moveClock(owner, "26 hours");
    expect((await sumDelivery(db, ids, 24)).size).toBe(0);
    await moveClock(owner, "24 hours");
    await forgetOldDays(db, 400);
    await moveClock(owner, "-50 hours");
    expect((await sumDelivery(db, ids, 48)).size).toBe(0);
  });
});
