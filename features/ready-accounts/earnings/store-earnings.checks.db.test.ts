import { randomUUID } from "node:crypto";
import sql, { type Sql } from "sql-template-tag";
import { beforeAll, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { storeEarningChecks } from "#features/ready-accounts/earnings/store-earnings.checks.ts";
import { payStoreEarning } from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { claimAccount, settleDueClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb({ checkAfterwards: false });

/** Orders of a store: one whose first account was refunded, and one that was paid. */
let pending = 0;
let paid = 0;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  const sellerId = await givenUser(db, 0);
  const userId = await givenUser(db, 100_000);
  const buy = async (count: number) => {
    const seller = { sellerId, provenance: "Registered by ourselves" };
    const { offerId } = await givenAccountOffer(db, { count }, seller);
    const order = { userId, offerId, count, maxTotalKopecks: null, channel: "site" } as const;
    return (await buyReadyAccounts(db, { ...order, idempotencyKey: randomUUID() })).orderId;
  };
  [pending, paid] = [await buy(3), await buy(1)];
  const claim = { userId, orderId: pending, place: 1, text: "it is closed", idempotencyKey: randomUUID() };
  await settleDueClaim(db, (await claimAccount(db, claim)).claimId);
  await execute(
    owner,
    sql`update ready_accounts_orders set closed_at = closed_at - interval '1 day', warranty_until = warranty_until - interval '1 day'
        where id = ${paid}`,
  );
  await execute(
    owner,
    sql`update ready_accounts_earnings set due_at = due_at - interval '1 day' where order_id = ${paid}`,
  );
  await payStoreEarning(db, paid);
});

it("sound earnings of a store break no invariant to begin with", async () => {
  expect(await offendedChecks(owner, storeEarningChecks)).toEqual([]);
});

/** What somebody could do to the rows by hand, and what finds it. */
const corruptions: readonly [string, () => Sql, RegExp][] = [
  [
    "an earning of another amount than was agreed",
    () =>
      sql`update ready_accounts_orders set seller_unit_kopecks = seller_unit_kopecks - 1 where id = ${pending}`,
    /of what was agreed for each account/,
  ],
  [
    "an earning of another seller",
    () => sql`update ready_accounts_earnings set seller_id = seller_id + 1000 where order_id = ${pending}`,
    /every share in the ledger/,
  ],
  [
    "a refund that took nothing back",
    () => sql`update ready_accounts_earnings set reversed_kopecks = 0 where order_id = ${pending}`,
    /what was taken back of an earning/,
  ],
  [
    "an earning that is called paid and was not",
    () =>
      sql`update ready_accounts_earnings set state = 'paid', paid_at = app_now() where order_id = ${pending}`,
    /what came into a seller's balance/,
  ],
  [
    "an earning that was paid and waits again",
    () => sql`update ready_accounts_earnings set state = 'pending', paid_at = null where order_id = ${paid}`,
    /what the house keeps for a seller is what is pending/,
  ],
  [
    "an earning whose wait ends before the warranty",
    () =>
      sql`update ready_accounts_earnings set due_at = due_at - interval '1 hour' where order_id = ${pending}`,
    /nobody is paid for an order that can still be claimed/,
  ],
  [
    "an objection of nobody who sold the account",
    () =>
      sql`update ready_accounts_claims set objection = 'no', objected_at = claimed_at + interval '30 hours' where order_id = ${pending}`,
    /an objection is about an account of a store/,
  ],
  [
    "an earning that is left unpaid",
    () =>
      sql`update ready_accounts_earnings set state = 'pending', paid_at = null, due_at = app_now() - interval '2 minutes'
          where order_id = ${paid}`,
    /is paid within 60 s/,
  ],
];

it.each(corruptions)("a check of what stores earn finds %s", async (_, corrupt, finds) => {
  const names = await undone(owner, async (tx) => {
    expect(await execute(tx, corrupt())).toBeGreaterThan(0);
    return offendedChecks(tx, storeEarningChecks);
  });
  expect(names).toContainEqual(expect.stringMatching(finds));
});
