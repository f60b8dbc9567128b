import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { claimAccount, settleDueClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { listBusinessDays, listTopServices } from "#features/statistics/business/business.reads.ts";
import { addSums, noSums } from "#features/statistics/business/business.rules.ts";
import { countBusiness } from "#features/statistics/business/business.writes.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();

test("bought accounts count as orders and revenue of their service, and those that were not delivered as neither", async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  const { offerId } = await givenAccountOffer(db, { count: 5 });
  const userId = await givenCustomer(db, 10_000);
  await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 2, maxTotalKopecks: null, channel: "site", idempotencyKey: "of-accounts" },
  });
  const { id } = await one<{ id: number }>(
    db,
    sql`select order_id as id from ready_accounts_reserve(${userId}, 'undelivered', 'hash', ${offerId}, 1, null, 'site', 30, 20)`,
  );
  await one(db, sql`select ready_accounts_refund_order(${id}, array['held'], '{}')`);
  while ((await countBusiness(db, 100)) > 0);
  // Midnight (UTC) may come between the sale and the look at it.
  const sums = (await listBusinessDays(db)).reduce(addSums, noSums);
  expect(sums).toMatchObject({ placed: 1, capturedKopecks: 2_000, refundedKopecks: 0, costKopecks: 0 });
  expect(await listTopServices(db)).toMatchObject([{ id: 52, placed: 1, capturedKopecks: 2_000 }]);
});

test("the price of an account that did not work is taken off the revenue of its service", async () => {
  const { offerId } = await givenAccountOffer(db, { count: 2, serviceId: 1 });
  const userId = await givenCustomer(db, 10_000);
  const { orderId } = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 2, maxTotalKopecks: null, channel: "site", idempotencyKey: "of-a-claim" },
  });
  const claim = { userId, orderId, place: 1, text: "closed", idempotencyKey: "a-claim" };
  await settleDueClaim(db, (await claimAccount(db, claim)).claimId);
  while ((await countBusiness(db, 100)) > 0);
  const found = (await listTopServices(db)).find(({ id }) => id === 1);
  expect(found).toMatchObject({ placed: 1, capturedKopecks: 2_000, refundedKopecks: 1_000 });
});

test("what a store gets of a sale is a cost of its service, less the share of an account whose price came back", async () => {
  const sellerId = await givenCustomer(db, 0);
  const seller = { sellerId, provenance: "Registered by ourselves" };
  const { offerId } = await givenAccountOffer(db, { count: 2, serviceId: 20 }, seller);
  const userId = await givenCustomer(db, 10_000);
  const { orderId } = await buyReadyAccounts(db, {
    ...{ userId, offerId, count: 2, maxTotalKopecks: null, channel: "site", idempotencyKey: "of-a-store" },
  });
  const claim = { userId, orderId, place: 1, text: "closed", idempotencyKey: "of-a-stores-claim" };
  await settleDueClaim(db, (await claimAccount(db, claim)).claimId);
  while ((await countBusiness(db, 100)) > 0);
  const found = (await listTopServices(db)).find(({ id }) => id === 20);
  expect(found).toMatchObject({ capturedKopecks: 2_000, refundedKopecks: 1_000, costKopecks: 800 });
});
