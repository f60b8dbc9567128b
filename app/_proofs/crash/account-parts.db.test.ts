import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OneWorker } from "#app/_proofs/crash/one-worker.ts";
import { hitsOfRun, pointsOfRun } from "#app/_proofs/crash/points.ts";
import { around } from "#app/_proofs/crash/victim.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { readStoreEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { deliveryPartCount } from "#features/ready-accounts/ready-accounts.rules.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/**
 * The worker dies with kill -9 between the parts of a large order, and at its delivery (in the short form at some of the points, by turns):
 * the order goes on where it stopped, its money is taken once, and its store earns once.
 */
const COUNT = 2 * deliveryPartCount + 50;
const PRICE = 1_000;
const SHARE = 800;
const MONEY = 2_000_000;
const POLL = { timeout: 60_000 };
const POINTS = [...around("ready-accounts-prepare"), ...around("ready-accounts-deliver")];
let worker: OneWorker;
let buyer: UserId;
let seller: UserId;
let offerId: number;
let serial = 0;

beforeAll(async () => {
  worker = await OneWorker.prepare();
  seller = (await givenApiBuyer(worker.owner, 0)).userId;
  buyer = (await givenApiBuyer(worker.owner, MONEY)).userId;
  const terms = { priceKopecks: kopecks(PRICE), count: POINTS.length * COUNT };
  offerId = (await givenStoreOffer(worker.owner, seller, terms)).offerId;
}, 180_000);

afterAll(() => worker?.end());

/** A large order of a store's accounts that nobody has begun to prepare. */
async function givenLargeOrder(): Promise<number> {
  serial += 1;
  const { orderId } = await buyReadyAccounts(worker.owner, {
    ...{ userId: buyer, offerId, count: COUNT, maxTotalKopecks: null, channel: "site" },
    idempotencyKey: `order-${serial}`,
  });
  return orderId;
}

const stateOf = async (orderId: number) =>
  (
    await one<{ state: string }>(
      worker.owner,
      sql`select state from ready_accounts_orders where id = ${orderId}`,
    )
  ).state;

/** The sweep takes it up now, not after its half minute. */
const makeDue = (orderId: number) =>
  execute(worker.owner, sql`update ready_accounts_orders set due_at = app_now() where id = ${orderId}`);

test("a worker killed between the parts of a large order delivers it, and takes its price once", {
  timeout: 400_000,
}, async () => {
  const before = worker.deadlyHits;
  let delivered = 0;
  for (const point of pointsOfRun(POINTS, 2)) {
    const orderId = await givenLargeOrder();
    delivered += 1;
    await worker.killIn(point);
    await makeDue(orderId);
    await worker.start();
    await expect.poll(() => stateOf(orderId), POLL).toBe("delivered");
    const spent = delivered * COUNT * PRICE;
    expect(await getBalance(worker.owner, buyer)).toMatchObject({
      ...{ postedKopecks: MONEY - spent, heldKopecks: 0 },
    });
    expect(await readStoreEarnings(worker.owner, seller)).toMatchObject({
      pendingKopecks: delivered * COUNT * SHARE,
    });
    await worker.stop();
  }
  expect(worker.deadlyHits - before).toBeGreaterThanOrEqual(hitsOfRun(delivered));
});

test("every invariant about accounts and stores holds on what the killed workers left", {
  timeout: 60_000,
}, async () => {
  await worker.checkEverything();
});
