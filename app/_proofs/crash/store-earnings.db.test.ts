import { afterAll, beforeAll, expect, test } from "vitest";
import { OneWorker } from "#app/_proofs/crash/one-worker.ts";
import { hitsOfRun, pointsOfRun } from "#app/_proofs/crash/points.ts";
import { around } from "#app/_proofs/crash/victim.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { readStoreEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** The worker dies with kill -9 at every statement that pays what a store earned (in the short form at some of them, by turns). */
const SHARE = 8_000;
const POLL = { timeout: 60_000 };
let worker: OneWorker;
let seller: UserId;
let buyer: UserId;
let offerId = 0;
let serial = 0;

beforeAll(async () => {
  worker = await OneWorker.prepare();
  seller = (await givenApiBuyer(worker.owner, 0)).userId;
  buyer = (await givenApiBuyer(worker.owner, 1_000_000)).userId;
  offerId = (await givenStoreOffer(worker.owner, seller, { priceKopecks: kopecks(10_000), count: 20 }))
    .offerId;
}, 180_000);

afterAll(() => worker?.end());

/** An account of the store is bought, and its warranty is over. */
async function givenDueEarning(): Promise<void> {
  serial += 1;
  const { orderId } = await buyReadyAccounts(worker.owner, {
    ...{ userId: buyer, offerId, count: 1, maxTotalKopecks: null, channel: "site" },
    idempotencyKey: `order-${serial}`,
  });
  await execute(worker.owner, {
    text: `with aged as (
        update ready_accounts_orders set closed_at = closed_at - interval '24 hours', ordered_at = ordered_at - interval '24 hours',
          warranty_until = warranty_until - interval '24 hours' where id = $1)
      update ready_accounts_earnings set due_at = due_at - interval '24 hours' where order_id = $1`,
    values: [orderId],
  });
}

async function moneyOf() {
  const { pendingKopecks, availableKopecks } = await readStoreEarnings(worker.owner, seller);
  return { pending: pendingKopecks, available: availableKopecks };
}

test("a worker killed while it pays what a store earned pays every order once", {
  timeout: 400_000,
}, async () => {
  const before = worker.deadlyHits;
  const points = pointsOfRun([...around("update ready_accounts_earnings"), ...around("ledger_move")], 2);
  let paid = 0;
  for (const point of points) {
    await givenDueEarning();
    paid += 1;
    await worker.killIn(point);
    await worker.start();
    await expect.poll(moneyOf, POLL).toEqual({ pending: 0, available: paid * SHARE });
    await worker.stop();
  }
  expect(worker.deadlyHits - before).toBeGreaterThanOrEqual(hitsOfRun(paid));
});

test("every invariant about stores holds on what the killed workers left", { timeout: 60_000 }, async () => {
  await worker.checkEverything();
});
