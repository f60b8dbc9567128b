import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OneWorker } from "#app/_proofs/crash/one-worker.ts";
import { hitsOfRun, pointsOfRun } from "#app/_proofs/crash/points.ts";
import { around, type Point } from "#app/_proofs/crash/victim.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { proposeCorrection } from "#features/back-office/corrections/corrections.writes.ts";
import { givenRole } from "#features/identity/roles/account-roles.factory.ts";
import { endEarningsWaiting } from "#features/partners/earnings/earnings.factory.ts";
import { readEarnings } from "#features/partners/earnings/earnings.reads.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";

/**
 * The worker dies with kill -9 at every statement that moves a partner's money (in the short form at some of them, by turns): each share is
 * paid once and reversed once.
 */
const INDONESIA = 6;
const SHARE = 5_000;
const POLL = { timeout: 60_000 };
const STAFF = { staffId: 990_001 as UserId, permission: "money-lead", ip: "" } as const;
let worker: OneWorker;
let partner: UserId;
let buyer: UserId;
let supplierId: number;
let serial = 0;

beforeAll(async () => {
  worker = await OneWorker.prepare();
  const goods = { countryId: INDONESIA, priceKopecks: 8_000, costKopecks: SHARE, count: 50 };
  supplierId = (await givenOffer(worker.owner, goods)).supplierId;
  partner = (await givenApiBuyer(worker.owner, 0)).userId;
  buyer = (await givenApiBuyer(worker.owner, 1_000_000)).userId;
  await withTransaction(worker.owner, (tx) => givenRole(tx, partner, "partner"));
  await execute(
    worker.owner,
    sql`update supply_suppliers set owner_user_id = ${partner} where id = ${supplierId}`,
  );
}, 180_000);

afterAll(() => worker?.end());

/** A number of the partner's is bought and its code comes. */
async function givenPaidOrder(): Promise<number> {
  serial += 1;
  // However long the crashes take, the supplier was heard of just now: its stock is on sale.
  await execute(
    worker.owner,
    sql`update supply_suppliers set last_success_at = app_now() where id = ${supplierId}`,
  );
  const { id, number } = await buyActivation(
    worker.owner,
    purchase({ userId: buyer, countryId: INDONESIA, channel: "api", idempotencyKey: `order-${serial}` }),
  );
  const sms = { supplierId, phone: Number(number), sender: "T", text: "code 12345" };
  await receiveSms(worker.owner, { ...sms, smsId: BigInt(serial) }, deliverSms);
  return id;
}

async function moneyOf() {
  const { pendingKopecks, availableKopecks, owedKopecks } = await readEarnings(worker.owner, partner);
  return { pending: pendingKopecks, available: availableKopecks, owed: owedKopecks };
}

/** The worker is killed at the point, if it passes, and started again. */
async function killedAt(point: Point): Promise<void> {
  await worker.killIn(point);
  await worker.start();
}

test("a worker killed while it notes and pays earnings pays every share once", {
  timeout: 400_000,
}, async () => {
  const before = worker.deadlyHits;
  const points = {
    note: pointsOfRun(
      [...around("insert into partners_earnings"), ...around("update partners_ledger_progress")],
      1,
    ),
    pay: pointsOfRun([...around("update partners_earnings set state"), ...around("ledger_move")], 1),
  };
  let paid = 0;
  for (const point of points.note) {
    await givenPaidOrder();
    paid += 1;
    await killedAt(point);
    await expect.poll(async () => (await moneyOf()).pending, POLL).toBe(SHARE);
    await endEarningsWaiting(worker.owner, partner);
    await expect.poll(moneyOf, POLL).toEqual({ pending: 0, available: paid * SHARE, owed: 0 });
    await worker.stop();
  }
  for (const point of points.pay) {
    await worker.start();
    await givenPaidOrder();
    paid += 1;
    await expect.poll(async () => (await moneyOf()).pending, POLL).toBe(SHARE);
    await worker.stop();
    await endEarningsWaiting(worker.owner, partner);
    await killedAt(point);
    await expect.poll(moneyOf, POLL).toEqual({ pending: 0, available: paid * SHARE, owed: 0 });
    await worker.stop();
  }
  expect(worker.deadlyHits - before).toBeGreaterThanOrEqual(hitsOfRun(paid));
});

test("a worker killed while it takes a refunded order's share back takes it once", {
  timeout: 400_000,
}, async () => {
  const before = worker.deadlyHits;
  const points = pointsOfRun(
    [
      ...around("update partners_earnings set state"),
      ...around("ledger_move"),
      ...around("set taken_kopecks"),
    ],
    2,
  );
  await worker.start();
  const orders: number[] = [];
  for (const _ of points) orders.push(await givenPaidOrder());
  await expect.poll(async () => (await moneyOf()).pending, POLL).toBe(points.length * SHARE);
  await endEarningsWaiting(worker.owner, partner);
  await expect.poll(async () => (await moneyOf()).pending, POLL).toBe(0);
  await worker.stop();
  let available: number = (await moneyOf()).available;
  for (const [at, point] of points.entries()) {
    const refund = { kind: "activation_refund", activationId: orders[at] ?? 0, reason: "no code" } as const;
    await proposeCorrection(worker.owner, refund, STAFF, `refund-${at}-key`);
    available -= SHARE;
    await killedAt(point);
    await expect.poll(moneyOf, POLL).toEqual({ pending: 0, available, owed: 0 });
    await worker.stop();
  }
  expect(worker.deadlyHits - before).toBeGreaterThanOrEqual(hitsOfRun(points.length));
});

test("every invariant holds on what the killed workers left", { timeout: 60_000 }, async () => {
  await worker.checkEverything();
});
