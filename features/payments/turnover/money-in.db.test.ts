import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { decideClaim } from "#features/payments/claims/claim-decision.writes.ts";
import {
  givenTetherPayment,
  givenTetherTransfer,
  PAYERS_ADDRESS,
} from "#features/payments/claims/claims.factory.ts";
import { sendClaim } from "#features/payments/claims/claims.writes.ts";
import { createCouponBatch } from "#features/payments/coupons/batches/batches.writes.ts";
import { redeemCoupon } from "#features/payments/coupons/coupons.writes.ts";
import type { ProviderPayment } from "#features/payments/payments.rules.ts";
import { takeAnswerIn } from "#features/payments/settlement.writes.ts";
import { givenTopUp, reverseTopUp } from "#features/payments/top-ups.factory.ts";
import { sumMoneyIn } from "#features/payments/turnover/money-in.reads.ts";
import {
  ANNA,
  approve,
  db,
  givenRequest,
  newKey,
  newUser,
  owner,
  send,
  stateOf,
} from "#features/payments/withdrawals/withdrawals.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClockToNoon, resetClock } from "#lib/testing/move-clock.ts";

const DAYS = 30;

/** What all clearing accounts of the ledger hold: what came from payers, less what went back to them. */
async function clearingKopecks(): Promise<number> {
  const found = await one<{ kopecks: number }>(
    db,
    sql`select coalesce(sum(case when d.kind = 'clearing' then t.amount_kopecks else -t.amount_kopecks end), 0)::bigint as kopecks
        from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
        where t.phase in ('single', 'post') and (d.kind = 'clearing' or c.kind = 'clearing')`,
  );
  return found.kopecks;
}

/** By how much a step changes the money of 30 days; the clearing accounts must agree before and after. */
async function changeBy(step: () => Promise<unknown>): Promise<number> {
  const before = await sumMoneyIn(db, DAYS);
  expect(before.recentKopecks).toBe(await clearingKopecks());
  await step();
  const after = await sumMoneyIn(db, DAYS);
  expect(after.recentKopecks).toBe(await clearingKopecks());
  return after.recentKopecks - before.recentKopecks;
}

/** The provider says how much of a payment of 100 roubles it has reversed in all. */
async function chargeBack(paymentId: number, amount: string | null): Promise<unknown> {
  const { id } = await one<{ id: string }>(
    db,
    sql`select provider_payment_id as id from payments where id = ${paymentId}`,
  );
  const answer: ProviderPayment = {
    providerPaymentId: id,
    reference: `payment-${paymentId}`,
    state: "paid",
    paidAmount: "100.00",
    paidCurrency: "RUB",
    reversed: amount === null ? null : { as: "charge_back", amount },
    payerFingerprint: null,
  };
  return withTransaction(db, (tx) => takeAnswerIn(tx, "test-gateway", answer));
}

const topUp = (amountKopecks: number) => givenTopUp(db, { userId: newUser(), amountKopecks });

test("money in is what the clearing accounts of the ledger hold, to the kopeck, whatever came and went back", async () => {
  expect(await changeBy(() => topUp(12_345))).toBe(12_345);

  expect(await changeBy(redeemCouponOf(50_001))).toBe(50_001);

  expect(await changeBy(creditClaim)).toBe(163_000);

  const disputed = await topUp(10_000);
  expect(await changeBy(() => chargeBack(disputed, "60.01"))).toBe(-6_001);
  expect(await changeBy(() => chargeBack(disputed, null))).toBe(6_001);

  const refunded = await topUp(7_777);
  expect(await changeBy(() => reverseTopUp(db, refunded, 777))).toBe(-777);
});

test("a refund to the source takes money off once it has left, and not before", async () => {
  const { id } = await givenRequest(30_003, 10_001);
  expect(await changeBy(() => approve(id))).toBe(0);
  expect(await changeBy(send)).toBe(-10_001);
  expect(await stateOf(id)).toBe("paid");
});

test("gifts of the house and payments that nobody paid are no money in", async () => {
  const before = await sumMoneyIn(db, DAYS);
  const userId = newUser();
  await execute(
    db,
    sql`select * from ledger_move('demo_credit', ${userId}, 'main', 1000, ${newKey()}, 'test')`,
  );
  await givenTetherPayment(owner, userId, "expired");
  expect(await sumMoneyIn(db, DAYS)).toEqual(before);
});

test("a day of UTC counts by itself, and what is older than the days counts for nothing", async () => {
  await moveClockToNoon(owner);
  const before = await sumMoneyIn(db, DAYS);
  const today = await topUp(1_000);
  const old = await topUp(20_000);
  const atDay = (id: number, back: string) =>
    execute(
      owner,
      sql`update payments set credited_at = ((app_now() at time zone 'UTC')::date)::timestamp at time zone 'UTC' - ${back}::interval
          where id = ${id}`,
    );
  const grown = async () => {
    const { todayKopecks, recentKopecks } = await sumMoneyIn(db, DAYS);
    return [todayKopecks - before.todayKopecks, recentKopecks - before.recentKopecks];
  };
  expect(await grown()).toEqual([21_000, 21_000]);
  await atDay(today, "1 second");
  expect(await grown()).toEqual([20_000, 21_000]);
  await atDay(old, "29 days");
  expect(await grown()).toEqual([0, 21_000]);
  await atDay(old, "29 days 1 second");
  expect(await grown()).toEqual([0, 1_000]);
  await resetClock(owner);
});

function redeemCouponOf(amount: number): () => Promise<unknown> {
  return async () => {
    const { codes } = await createCouponBatch(db, {
      method: "alipay",
      locale: "en",
      count: 1,
      amountKopecks: kopecks(amount),
      priceFen: 4_500,
      expiresAt: new Date(Date.now() + 86_400_000),
      note: "",
      actorId: ANNA,
      idempotencyKey: newKey(),
      ip: "",
    });
    const [code = ""] = codes;
    await redeemCoupon(db, {
      userId: newUser(),
      code,
      context: {},
      idempotencyKey: newKey(),
      ip: "192.0.2.1",
    });
  };
}

async function creditClaim(): Promise<unknown> {
  const payment = await givenTetherPayment(owner, newUser());
  const transactionId = await givenTetherTransfer(owner, payment, 20_000_000);
  const claim = await sendClaim(db, {
    userId: payment.user,
    paymentId: payment.id,
    transactionId,
    returnAddress: PAYERS_ADDRESS,
    contact: "me@example.com",
    idempotencyKey: newKey(),
  });
  return decideClaim(db, {
    claimId: claim.id,
    staffId: ANNA,
    decision: "credit",
    withFee: false,
    reason: "looked at it",
    key: newKey(),
  });
}
