import sql from "sql-template-tag";
import { beforeAll, expect, it } from "vitest";
import { cancelActivation, deliverSms, finishActivation } from "#features/activations/activations.writes.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer, type Offer } from "#features/pricing/offers.factory.ts";
import { listWorths } from "#features/statistics/routing/routing.reads.ts";
import { rateRouting } from "#features/statistics/routing/routing.writes.ts";
import { countOrders } from "#features/statistics/statistics.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, moveClockToNoon } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const [TELEGRAM, COUNTRY] = [52, 6];

let userId: Awaited<ReturnType<typeof givenUser>>;
let cheap: Offer;
let good: Offer;
let fresh: Offer;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  userId = await givenUser(db, 1_000_000);
  cheap = await givenOffer(db, { costKopecks: 500, priceKopecks: 1_000 });
  good = await givenOffer(db, { costKopecks: 500, priceKopecks: 1_300 });
  fresh = await givenOffer(db, { costKopecks: 500, priceKopecks: 1_400 });
});

let keys = 0;
const buy = (input: { maxPriceKopecks?: ReturnType<typeof kopecks> | null; isCheapest?: boolean } = {}) => {
  keys += 1;
  return buyActivation(
    db,
    purchase({
      userId,
      serviceId: TELEGRAM,
      countryId: COUNTRY,
      channel: "api",
      idempotencyKey: `routing-${keys}`,
      ...input,
    }),
  );
};
const routingOfOffer = ({ offerId }: Offer) =>
  one<{ tries: number | null; wait: number | null; isTrial: boolean }>(
    db,
    sql`select tries_percent as tries, wait_kopecks as wait, is_trial as "isTrial" from pricing_offers where id = ${offerId}`,
  );

it("the wait of an order is counted until its code, or until its end without one", async () => {
  await moveClockToNoon(owner);
  const coded = await buy();
  const cancelled = await buy();
  await moveClock(owner, "60 seconds");
  const sms = { supplierId: cheap.supplierId, phone: Number(coded.number), smsId: 1n };
  await receiveSms(db, { ...sms, sender: "Telegram", text: "code 12345" }, deliverSms);
  await moveClock(owner, "120 seconds");
  await cancelActivation(db, userId, cancelled.id);
  await finishActivation(db, userId, coded.id);
  await moveClock(owner, "6 minutes");
  await countOrders(db, 100);
  const [counted] = await rows<{ purchases: number; codes: number; timed: number; waited: number }>(
    db,
    sql`select purchases, codes, timed, waited_seconds as waited from statistics_cost_days where supplier_id = ${cheap.supplierId}`,
  );
  expect(counted).toMatchObject({ purchases: 2, codes: 1, timed: 2 });
  // The clock of the test goes on by itself as well.
  expect(counted?.waited).toBeGreaterThanOrEqual(60 + 180);
  expect(counted?.waited).toBeLessThan(60 + 180 + 120);
});

it("what is counted decides where purchases with a limit go, from the next rating on", async () => {
  for (const [offer, codes] of [
    [cheap, 10],
    [good, 180],
  ] as const)
    await execute(
      owner,
      sql`insert into statistics_cost_days (day, service_id, country_id, supplier_id, cost_kopecks, purchases, codes, timed, waited_seconds)
          values ((app_now() at time zone 'UTC')::date, ${TELEGRAM}, ${COUNTRY}, ${offer.supplierId}, 700, 200, ${codes}, 200, 12000)`,
    );
  expect(await rateRouting(db)).toBeGreaterThan(0);
  // Twice comes to the same.
  expect(await rateRouting(db)).toBe(0);
  const limited = await buy({ maxPriceKopecks: kopecks(2_000) });
  expect(good.numbers).toContain(Number(limited.number));
  const unlimited = await buy();
  expect(cheap.numbers).toContain(Number(unlimited.number));
});

it("a supplier without orders is rated by the mean of the service and country, and is on trial", async () => {
  const [bad, best, unknown] = await Promise.all([cheap, good, fresh].map(routingOfOffer));
  expect(unknown?.isTrial).toBe(true);
  expect(best?.isTrial).toBe(false);
  expect(unknown?.tries).toBeGreaterThan(best?.tries as number);
  expect(unknown?.tries).toBeLessThan(bad?.tries as number);
  expect(await listWorths(db, good.supplierId, 10)).toMatchObject([
    { serviceId: TELEGRAM, countryId: COUNTRY, orders: 200, codes: 180, refused: 0, isTrial: false },
  ]);
});

it("what is older than the days that count is known no more: the cheapest is bought again", async () => {
  await moveClock(owner, "8 days");
  await rateRouting(db);
  expect(await routingOfOffer(good)).toEqual({ tries: null, wait: null, isTrial: false });
  expect(await listWorths(db, good.supplierId, 10)).toEqual([]);
  const bought = await buy({ maxPriceKopecks: kopecks(2_000) });
  expect(cheap.numbers).toContain(Number(bought.number));
  await cancelActivation(db, userId, bought.id);
  await moveClock(owner, "-8 days");
});
