import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { getDebt } from "#features/ledger/debts/debts.reads.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { loyaltySubscribers, takeInTopUp } from "#features/loyalty/loyalty.jobs.ts";
import type { PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { referenceOf } from "#features/payments/payments.rules.ts";
import { toppedUp, topUpReversed } from "#features/payments/payments.topics.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { approveWithdrawal } from "#features/payments/withdrawals/approval.writes.ts";
import {
  sendDueWithdrawals,
  withdrawalSubscribers,
} from "#features/payments/withdrawals/sending/sending.jobs.ts";
import { requestWithdrawal } from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { one } from "#lib/db/query.ts";
import { type Topic, topicJobs } from "#lib/jobs/topics.ts";
import { decimalRoubles, kopecks } from "#lib/money/kopecks.ts";
import { runDueJobs } from "#lib/testing/run-jobs.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();
const topics = [toppedUp, topUpReversed] as unknown as Topic<never>[];
const jobs = topicJobs(topics, [...loyaltySubscribers, ...withdrawalSubscribers]);

/** A provider that refunds and afterwards says so of the payment. */
function refundingProvider(paymentId: number, providerPaymentId: string, amountKopecks: number) {
  let refunded = 0;
  const gateway = {
    id: "test-gateway",
    createPayment: () => Promise.reject(new Error("not here")),
    parseWebhook: () => ({ kind: "refused", reason: "misshapen" }),
    fetchStatus: async () => ({
      providerPaymentId,
      reference: referenceOf(paymentId),
      state: "paid",
      paidAmount: decimalRoubles(kopecks(amountKopecks)),
      paidCurrency: "RUB",
      reversed: refunded === 0 ? null : { as: "refund", amount: decimalRoubles(kopecks(refunded)) },
      payerFingerprint: null,
    }),
    async refund({ amount }) {
      refunded = Number(amount.replace(".", ""));
      return { state: "done", providerRefundId: "re_1" };
    },
  } satisfies PaymentGateway as PaymentGateway;
  return new Map([[gateway.id, gateway]]);
}

test.each([
  // Of the first the whole bonus of 10 % goes back, since less than 1 000 RUB is left of the top-up.
  [100_000, 100_000, 0],
  [300_000, 100_000, 220_000],
])(
  "a withdrawal takes its part of the welcome bonus back and is no charge-back: %i, %i",
  async (paid, back, left) => {
    const { userId } = await givenApiBuyer(db, 0);
    const paymentId = await givenTopUp(db, { userId, amountKopecks: paid, payerFingerprint: `card-${paid}` });
    await takeInTopUp(db, { paymentId });
    expect((await getBalance(db, userId)).availableKopecks).toBe(paid + paid / 10);
    const { id: providerId } = await one<{ id: string }>(
      db,
      sql`select provider_payment_id as id from payments where id = ${paymentId}`,
    );
    const gateways = refundingProvider(paymentId, providerId, paid);
    const { id } = await requestWithdrawal(db, gateways, {
      userId,
      source: "top_up",
      method: "source",
      amountKopecks: back,
      paymentId,
      destination: null,
      idempotencyKey: `back-${paid}`,
    });
    await approveWithdrawal(db, { withdrawalId: id, staffId: 900_001, reason: "unused" });
    await sendDueWithdrawals(db, gateways);
    await runDueJobs(db, jobs);
    expect(await getDebt(db, userId)).toBe(0);
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: left, heldKopecks: 0 });
  },
);
