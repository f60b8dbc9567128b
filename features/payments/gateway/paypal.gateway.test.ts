import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPayPalGateway } from "#features/payments/gateway/paypal.gateway.ts";
import {
  GatewayFault,
  type PaymentGateway,
  type PaymentOrder,
} from "#features/payments/gateway/provider.gateway.ts";
import type { Db } from "#lib/db/pool.ts";
import { PayPalStandIn } from "#lib/payment-stand-ins/paypal.ts";
import type { SignedNotice, StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";

const standIn = new PayPalStandIn();
const noDb = null as unknown as Db;
let gateway: PaymentGateway;
let lastReference = 0;

beforeAll(async () => {
  await standIn.start();
  gateway = createPayPalGateway({ ...standIn.access, apiUrl: standIn.url });
});
afterAll(() => standIn.stop());
beforeEach(() => Object.assign(standIn, { fault: "none", answersToLose: 0, refundFate: "done" }));

const order = (): PaymentOrder => ({
  reference: `payment-${++lastReference}`,
  amount: "24.54",
  currency: "USD",
  description: "SMS Den",
  locale: "cn",
  returnUrl: "https://shop.test/success-payment?payment=1",
  notifyUrl: "https://shop.test/api/payments/webhooks/paypal",
  expiresAt: new Date(Date.now() + 3_600_000),
});

async function approved(): Promise<StandInPayment> {
  const wanted = order();
  const { redirectUrl } = await gateway.createPayment(wanted, noDb);
  const [payment] = standIn.paymentsOf(wanted.reference);
  if (!payment) throw new Error("no order");
  expect(redirectUrl).toContain(`/checkoutnow?token=${payment.id}`);
  return Object.assign(payment, { state: "paid", paid: "24.54" });
}

const parse = ({ rawBody, headers }: SignedNotice, atMs = Date.now()) =>
  gateway.parseWebhook({ body: rawBody, headers: new Headers(headers), atMs });

describe("PayPal", () => {
  test("the money of an approved order is taken once, however often it is asked about", async () => {
    const payment = await approved();
    const before = standIn.captures;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => gateway.fetchStatus(payment.id, noDb)),
    );
    expect(standIn.captures - before).toBe(1);
    for (const answer of answers) {
      expect(answer).toEqual({
        providerPaymentId: payment.id,
        reference: payment.reference,
        state: "paid",
        paidAmount: "24.54",
        paidCurrency: "USD",
        reversed: null,
        payerFingerprint: payment.payer,
      });
    }
  });

  test("an order that nobody approved is open, and nothing is taken", async () => {
    const wanted = order();
    const { providerPaymentId } = await gateway.createPayment(wanted, noDb);
    const before = standIn.captures;
    expect(await gateway.fetchStatus(providerPaymentId, noDb)).toMatchObject({
      state: "open",
      paidAmount: "0.00",
    });
    expect(standIn.captures).toBe(before);
    expect(await gateway.fetchStatus("UNKNOWN0ORDER", noDb)).toBeNull();
  });

  test("a certificate from anywhere else proves nothing, and is not even read", async () => {
    const payment = await approved();
    const { rawBody, headers } = standIn.notice(payment);
    for (const url of [
      "https://api.paypal.com.evil.test/v1/notifications/certs/CERT-1",
      "https://evil.test/v1/notifications/certs/CERT-1",
      "http://api.paypal.com/v1/notifications/certs/CERT-1",
      "https://user@api.paypal.com/v1/notifications/certs/CERT-1",
      "https://api.paypal.com/v1/notifications/certs/../../x",
      "file:///etc/passwd",
      "nonsense",
    ]) {
      const verdict = await parse({ rawBody, headers: { ...headers, "paypal-cert-url": url } });
      expect(verdict).toEqual({ kind: "refused", reason: "wrong-signature" });
    }
  });

  test("a signature for another webhook, of another time or by another algorithm is wrong", async () => {
    const payment = await approved();
    const { rawBody, headers } = standIn.notice(payment);
    const other = createPayPalGateway({ ...standIn.access, webhookId: "ANOTHER", apiUrl: standIn.url });
    const notice = { body: rawBody, headers: new Headers(headers), atMs: Date.now() };
    expect(await other.parseWebhook(notice)).toEqual({ kind: "refused", reason: "wrong-signature" });
    const time = { ...headers, "paypal-transmission-time": new Date().toISOString() };
    expect(await parse({ rawBody, headers: { ...time, "paypal-transmission-id": "x" } })).toMatchObject({
      kind: "refused",
    });
    expect(await parse({ rawBody, headers: { ...headers, "paypal-auth-algo": "none" } })).toMatchObject({
      kind: "refused",
    });
    expect(await parse({ rawBody, headers }, Date.now() - 3_600_000)).toEqual({
      kind: "refused",
      reason: "wrong-time",
    });
  });

  test("refunds and disputes lead to their order; a dispute counts until the shop has won it", async () => {
    const payment = await approved();
    await gateway.fetchStatus(payment.id, noDb);
    for (const about of ["payment", "refund", "dispute"] as const) {
      expect(await parse(standIn.notice(payment, { about }))).toMatchObject({
        kind: "accepted",
        providerPaymentId: payment.id,
      });
    }
    const reversed = async () => (await gateway.fetchStatus(payment.id, noDb))?.reversed;
    payment.disputed = "24.54";
    expect(await reversed()).toEqual({ as: "charge_back", amount: "24.54" });
    payment.disputed = null;
    expect(await reversed()).toBeNull();
  });

  test("wrong keys are a fault, not an unknown payment", async () => {
    const stranger = createPayPalGateway({ ...standIn.access, clientSecret: "wrong", apiUrl: standIn.url });
    await expect(stranger.fetchStatus("ANYTHING", noDb)).rejects.toThrow(GatewayFault);
    await expect(stranger.createPayment(order(), noDb)).rejects.toThrow(GatewayFault);
  });
});
