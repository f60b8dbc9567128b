import sql, { type Sql } from "sql-template-tag";
import { expect, test } from "vitest";
import { createCouponBatch } from "#features/payments/coupons/batches/batches.writes.ts";
import { couponChecks } from "#features/payments/coupons/coupons.checks.ts";
import { redeemCoupon } from "#features/payments/coupons/coupons.writes.ts";
import { confirmTransfer } from "#features/payments/transfers/transfer-confirmation.writes.ts";
import { transferChecks } from "#features/payments/transfers/transfers.checks.ts";
import { startTransfer } from "#features/payments/transfers/transfers.writes.ts";
import { execute } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { offendedChecks, undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb();
const [USER, STAFF] = [77, 9];
const checks = [...couponChecks, ...transferChecks];

/** Names of the checks that find something after `corrupt`, which is rolled back. */
const found = (...corrupt: Sql[]) =>
  undone(owner, async (tx) => {
    // As the owner of the tables: no trigger stands in the way.
    for (const statement of [sql`alter table payments_coupons disable trigger user`, ...corrupt])
      await execute(tx, statement);
    return offendedChecks(tx, checks);
  });

const { codes } = await createCouponBatch(db, {
  method: "alipay",
  locale: "en",
  count: 2,
  amountKopecks: kopecks(50_000),
  priceFen: 4_500,
  expiresAt: new Date(Date.now() + 86_400_000),
  note: "",
  actorId: STAFF,
  idempotencyKey: "the only batch",
  ip: "",
});
const code = codes[0] as string;
await redeemCoupon(db, { userId: USER, code, context: {}, idempotencyKey: "the only one", ip: "192.0.2.1" });
const transfer = await startTransfer(db, {
  userId: USER,
  amountKopecks: kopecks(500_000),
  note: "",
  receipt: "",
  context: {},
  idempotencyKey: "the only transfer",
  locale: "en",
});
await confirmTransfer(db, {
  paymentId: transfer.id,
  receivedKopecks: kopecks(500_000),
  actorId: STAFF,
  ip: "",
});

test("a redeemed code and a confirmed transfer break no invariant", async () => {
  expect(await found()).toEqual([]);
});

test.each([
  [
    "a code redeemed by somebody else",
    sql`update payments_coupons set redeemed_by = 78 where redeemed_at is not null`,
  ],
  [
    "a code that was freed",
    sql`update payments_coupons set redeemed_at = null, redeemed_by = null, payment_id = null`,
  ],
  ["a code of another worth", sql`update payments_coupon_batches set amount_kopecks = 1`],
  [
    "a code redeemed after the end",
    sql`update payments_coupon_batches set expires_at = created_at - interval '1 day'`,
  ],
  [
    "a code redeemed after its batch was voided",
    sql`update payments_coupon_batches set voided_at = created_at - interval '1 day', voided_by = 9`,
  ],
  [
    "a code redeemed before a second person approved its batch",
    sql`update payments_coupon_batches set needs_second = true`,
  ],
  ["a lost code", sql`delete from payments_coupons where redeemed_at is null`],
  ["a credit that nobody confirmed", sql`delete from payments_transfer_words`],
  ["a credit that the payer confirmed", sql`update payments_transfer_words set actor_id = 77`],
  ["a confirmation of another amount", sql`update payments_transfer_words set received_kopecks = 1`],
])("the checks of coupons find %s", async (_name, corrupt) => {
  expect(await found(corrupt)).not.toEqual([]);
});
