import { afterAll, beforeAll, expect, test } from "vitest";
import { hitsOfRun, pointsOfRun } from "#app/_proofs/crash/points.ts";
import { around, Victim } from "#app/_proofs/crash/victim.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { readStoreEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { OwnDatabase } from "#lib/testing/own-database.ts";
import { TcpProxy } from "#lib/testing/tcp-proxy.ts";
import { findChecks, listOffences } from "#lib/tooling/database/checks.ts";
import { findFreePort } from "#lib/tooling/ports.ts";

/** The worker dies with kill -9 at every statement that pays what a store earned (in the short form at some of them, by turns). */
const SHARE = 8_000;
const WITHIN_MS = 15_000;
const POLL = { timeout: 60_000 };
let server: OwnDatabase;
let proxy: TcpProxy;
let worker: Victim;
let seller: UserId;
let buyer: UserId;
let offerId = 0;
let serial = 0;

beforeAll(async () => {
  server = await OwnDatabase.start();
  await withTransaction(server.owner, seedCatalogue);
  await withTransaction(server.owner, seedPolicy);
  seller = (await givenApiBuyer(server.owner, 0)).userId;
  buyer = (await givenApiBuyer(server.owner, 1_000_000)).userId;
  offerId = (await givenStoreOffer(server.owner, seller, { priceKopecks: kopecks(10_000), count: 20 }))
    .offerId;
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

/** An account of the store is bought, and its warranty is over. */
async function givenDueEarning(): Promise<void> {
  serial += 1;
  const { orderId } = await buyReadyAccounts(server.owner, {
    ...{ userId: buyer, offerId, count: 1, maxTotalKopecks: null, channel: "site" },
    idempotencyKey: `order-${serial}`,
  });
  await execute(server.owner, {
    text: `with aged as (
        update ready_accounts_orders set closed_at = closed_at - interval '24 hours', ordered_at = ordered_at - interval '24 hours',
          warranty_until = warranty_until - interval '24 hours' where id = $1)
      update ready_accounts_earnings set due_at = due_at - interval '24 hours' where order_id = $1`,
    values: [orderId],
  });
}

async function moneyOf() {
  const { pendingKopecks, availableKopecks } = await readStoreEarnings(server.owner, seller);
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
    const dead = worker.killAt(point, WITHIN_MS);
    await worker.start();
    await dead;
    await worker.start();
    await expect.poll(moneyOf, POLL).toEqual({ pending: 0, available: paid * SHARE });
    await worker.stop();
  }
  expect(worker.deadlyHits - before).toBeGreaterThanOrEqual(hitsOfRun(paid));
});

test("every invariant about stores holds on what the killed workers left", { timeout: 60_000 }, async () => {
  const offences = await listOffences(server.owner, await findChecks());
  expect(offences.filter(({ count }) => count > 0)).toEqual([]);
});
