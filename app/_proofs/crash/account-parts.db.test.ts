import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hitsOfRun, pointsOfRun } from "#app/_proofs/crash/points.ts";
import { around, Victim } from "#app/_proofs/crash/victim.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { readStoreEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { deliveryPartCount } from "#features/ready-accounts/ready-accounts.rules.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { OwnDatabase } from "#lib/testing/own-database.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";
import { findChecks, listOffences } from "#lib/tooling/database/checks.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

/**
 * The worker dies with kill -9 between the parts of a large order, and at its delivery (in the short form at some of the points, by turns):
 * the order goes on where it stopped, its money is taken once, and its store earns once.
 */
const COUNT = 2 * deliveryPartCount + 50;
const PRICE = 1_000;
const SHARE = 800;
const MONEY = 2_000_000;
const WITHIN_MS = 15_000;
const POLL = { timeout: 60_000 };
const POINTS = [...around("ready-accounts-prepare"), ...around("ready-accounts-deliver")];
let server: OwnDatabase;
let proxy: TcpProxy;
let worker: Victim;
let buyer: UserId;
let seller: UserId;
let offerId: number;
let serial = 0;

beforeAll(async () => {
  server = await OwnDatabase.start();
  await withTransaction(server.owner, seedCatalogue);
  await withTransaction(server.owner, seedPolicy);
  seller = (await givenApiBuyer(server.owner, 0)).userId;
  buyer = (await givenApiBuyer(server.owner, MONEY)).userId;
  const terms = { priceKopecks: kopecks(PRICE), count: POINTS.length * COUNT };
  offerId = (await givenStoreOffer(server.owner, seller, terms)).offerId;
  proxy = new TcpProxy({ host: "127.0.0.1", port: server.port });
  await proxy.start();
  worker = new Victim("worker", proxy, {
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: server.urlVia(proxy.port),
    PUBLIC_URL: "http://127.0.0.1:9",
    WORKER_PORT: String(await findFreePort()),
  });
}, 180_000);

afterAll(async () => {
  await worker?.stop();
  await proxy?.stop();
  await server?.end();
});

/** A large order of a store's accounts that nobody has begun to prepare. */
async function givenLargeOrder(): Promise<number> {
  serial += 1;
  const { orderId } = await buyReadyAccounts(server.owner, {
    ...{ userId: buyer, offerId, count: COUNT, maxTotalKopecks: null, channel: "site" },
    idempotencyKey: `order-${serial}`,
  });
  return orderId;
}

const stateOf = async (orderId: number) =>
  (
    await one<{ state: string }>(
      server.owner,
      sql`select state from ready_accounts_orders where id = ${orderId}`,
    )
  ).state;

/** The sweep takes it up now, not after its half minute. */
const makeDue = (orderId: number) =>
  execute(server.owner, sql`update ready_accounts_orders set due_at = app_now() where id = ${orderId}`);

test("a worker killed between the parts of a large order delivers it, and takes its price once", {
  timeout: 400_000,
}, async () => {
  const before = worker.deadlyHits;
  let delivered = 0;
  for (const point of pointsOfRun(POINTS, 2)) {
    const orderId = await givenLargeOrder();
    delivered += 1;
    const dead = worker.killAt(point, WITHIN_MS);
    await worker.start();
    await dead;
    await makeDue(orderId);
    await worker.start();
    await expect.poll(() => stateOf(orderId), POLL).toBe("delivered");
    const spent = delivered * COUNT * PRICE;
    expect(await getBalance(server.owner, buyer)).toMatchObject({
      ...{ postedKopecks: MONEY - spent, heldKopecks: 0 },
    });
    expect(await readStoreEarnings(server.owner, seller)).toMatchObject({
      pendingKopecks: delivered * COUNT * SHARE,
    });
    await worker.stop();
  }
  expect(worker.deadlyHits - before).toBeGreaterThanOrEqual(hitsOfRun(delivered));
});

test("every invariant about accounts and stores holds on what the killed workers left", {
  timeout: 60_000,
}, async () => {
  const offences = await listOffences(server.owner, await findChecks());
  expect(offences.filter(({ count }) => count > 0)).toEqual([]);
});
