import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  GatewayFault,
  type PaymentGateway,
  type PaymentOrder,
} from "#features/payments/gateway/provider.gateway.ts";
import { createStripeGateway } from "#features/payments/gateway/stripe.gateway.ts";
import type { Db } from "#lib/db/pool.ts";
import type { SignedNotice, StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";
import { StripeStandIn } from "#lib/payment-stand-ins/stripe.ts";

const standIn = new StripeStandIn();
const noDb = null as unknown as Db;
let gateway: PaymentGateway;
let lastReference = 0;

beforeAll(async () => {
  await standIn.start();
  const { secretKey, webhookSecret, url: apiUrl } = standIn;
  gateway = createStripeGateway({ secretKey, webhookSecret, apiUrl });
});
afterAll(() => standIn.stop());
beforeEach(() => Object.assign(standIn, { fault: "none", answersToLose: 0, refundFate: "done" }));

const order = (part: Partial<PaymentOrder> = {}): PaymentOrder => ({
  reference: `payment-${++lastReference}`,
  amount: "24.54",
  currency: "USD",
  description: "SMS Den",
  locale: "hi",
  returnUrl: "https://shop.test/success-payment?payment=1",
  notifyUrl: "https://shop.test/api/payments/webhooks/stripe",
  expiresAt: new Date(Date.now() + 3_600_000),
  ...part,
});

async function paid(): Promise<StandInPayment> {
  const wanted = order();
  await gateway.createPayment(wanted, noDb);
  const [payment] = standIn.paymentsOf(wanted.reference);
  if (!payment) throw new Error("no session");
  return Object.assign(payment, { state: "paid", paid: "24.54" });
}

const parse = ({ rawBody, headers }: SignedNotice) =>
  gateway.parseWebhook({ body: rawBody, headers: new Headers(headers), atMs: Date.now() });

describe("Stripe", () => {
  test("is asked for whole cents, and answers them as exact text with the card's fingerprint", async () => {
    const payment = await paid();
    expect(payment).toMatchObject({ asked: "24.54", currency: "USD" });
    expect(await gateway.fetchStatus(payment.id, noDb)).toEqual({
      providerPaymentId: payment.id,
      reference: payment.reference,
      state: "paid",
      paidAmount: "24.54",
      paidCurrency: "USD",
      reversed: null,
      payerFingerprint: payment.payer,
    });
  });

  test("refunds and an open dispute count together; a dispute that was won counts no more", async () => {
    const payment = await paid();
    const status = async () => (await gateway.fetchStatus(payment.id, noDb))?.reversed;
    await gateway.refund?.({
      providerPaymentId: payment.id,
      reference: "r-1",
      amount: "4.54",
      currency: "USD",
    });
    expect(await status()).toEqual({ as: "refund", amount: "4.54" });
    payment.disputed = "20.00";
    expect(await status()).toEqual({ as: "charge_back", amount: "24.54" });
    payment.disputed = null;
    expect(await status()).toEqual({ as: "refund", amount: "4.54" });
  });

  test("a refund that failed days after it had succeeded counts no more, and is answered so", async () => {
    const payment = await paid();
    const order = {
      providerPaymentId: payment.id,
      reference: "r-3",
      amount: "4.54",
      currency: "USD",
    } as const;
    expect(await gateway.refund?.(order)).toMatchObject({ state: "done" });
    for (const refund of payment.refunds) refund.state = "refused";
    expect((await gateway.fetchStatus(payment.id, noDb))?.reversed).toBeNull();
    expect(await gateway.refund?.(order)).toMatchObject({ state: "refused" });
    expect(payment.refunds).toHaveLength(1);
  });

  test("more than is left is refused, not asked for again", async () => {
    const payment = await paid();
    const answer = await gateway.refund?.({
      providerPaymentId: payment.id,
      reference: "r-2",
      amount: "24.55",
      currency: "USD",
    });
    expect(answer).toEqual({ state: "refused", providerRefundId: null });
  });

  test("events of charges and disputes lead to their session; those of other things are answered and forgotten", async () => {
    const payment = await paid();
    for (const about of ["payment", "refund", "dispute"] as const) {
      expect(await parse(standIn.notice(payment, { about }))).toMatchObject({
        kind: "accepted",
        providerPaymentId: payment.id,
      });
    }
    const foreign = { ...payment, id: "cs_test_of_another_product" };
    expect(await parse(standIn.notice(foreign, { about: "dispute" }))).toEqual({ kind: "ignored" });
  });

  test("a wrong key is a fault, not an unknown payment", async () => {
    const stranger = createStripeGateway({ secretKey: "sk_wrong", webhookSecret: "x", apiUrl: standIn.url });
    await expect(stranger.createPayment(order(), noDb)).rejects.toThrow(GatewayFault);
    await expect(stranger.fetchStatus("cs_test_1", noDb)).rejects.toThrow(GatewayFault);
  });
});
