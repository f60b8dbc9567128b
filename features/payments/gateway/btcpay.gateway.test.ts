import { afterAll, beforeAll, expect, test } from "vitest";
import { btcPayProvider } from "#features/payments/gateway/btcpay.gateway.ts";
import type { PaymentOrder } from "#features/payments/gateway/provider.gateway.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { BtcPayStandIn } from "#lib/payment-stand-ins/btcpay.ts";
import type { StandInPayment } from "#lib/payment-stand-ins/stand-in.ts";

const db = {} as Db;
const standIn = new BtcPayStandIn();
beforeAll(() => standIn.start());
afterAll(() => standIn.stop());

test.each(["done", "pending", "refused"] as const)(
  "the id of a pull payment, with which anybody takes the rest of it, is told of no refund that is %s",
  async (fate) => {
    const gateway = btcPayProvider.connect({ ...env, ...standIn.settingsAt(standIn.url) });
    const started = await gateway?.createPayment(
      {
        reference: `payment-${fate}`,
        amount: "100.00",
        currency: "USD",
        returnUrl: "http://shop.test/",
        expiresAt: new Date(Date.now() + 60_000),
        locale: "en",
      } as PaymentOrder,
      db,
    );
    const payment = standIn.payments.get(started?.providerPaymentId ?? "") as StandInPayment;
    Object.assign(payment, { state: "paid", paid: "100.00" });
    standIn.refundFate = fate;
    const answer = await gateway?.refund?.({
      providerPaymentId: payment.id,
      reference: `refund-${fate}`,
      amount: "60.00",
      currency: "USD",
    });
    const [pull] = payment.refunds;
    expect(pull?.id).toMatch(/^re_/);
    expect(answer).toEqual({ state: fate, providerRefundId: fate === "done" ? `po_${pull?.id}` : null });
  },
);
