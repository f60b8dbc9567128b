import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { listSellerClaims } from "#features/ready-accounts/warranty/warranty.reads.ts";
import { claimAccount } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

test("a store's page of claims reads accounts of the uploads that are claimed, and none of what else is in stock", async () => {
  const other = await givenCustomer(db, 0);
  for (let upload = 1; upload <= 40; upload += 1) await givenStoreOffer(db, other, { count: 50 });
  const [sellerId, userId] = [await givenCustomer(db, 0), await givenCustomer(db, 1_000)];
  const { offerId } = await givenStoreOffer(db, sellerId, { count: 3 });
  const order = { userId, offerId, count: 1, maxTotalKopecks: null, channel: "site" } as const;
  const { orderId } = await buyReadyAccounts(db, { ...order, idempotencyKey: randomUUID() });
  await claimAccount(db, { userId, orderId, place: 1, text: "it is closed", idempotencyKey: randomUUID() });
  await execute(owner, sql`analyze ready_accounts_units`);
  const read = await withTransaction(db, async (tx) => {
    expect(await listSellerClaims(tx, { sellerId, isOpen: true, after: null }, 50)).toMatchObject([
      { orderId, numberInUpload: 1 },
    ]);
    return one<{ units: number }>(
      tx,
      sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as units from pg_stat_xact_user_tables
          where relname = 'ready_accounts_units'`,
    );
  });
  expect(read.units).toBeLessThan(100);
});
