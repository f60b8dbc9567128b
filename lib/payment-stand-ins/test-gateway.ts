import { createHmac, randomBytes } from "node:crypto";
import { nowMs } from "#lib/clock.ts";
import {
  cents,
  centsText,
  type NoticeOptions,
  ProviderStandIn,
  refundedCents,
  type SignedNotice,
  type StandInAnswer,
  type StandInPayment,
  type StandInRequest,
} from "#lib/payment-stand-ins/stand-in.ts";

type GatewayOrder = {
  readonly reference: string;
  readonly amount: string;
  readonly currency: string;
  readonly locale?: string;
  readonly returnUrl?: string;
  readonly notifyUrl?: string;
};

/** Speaks as the test gateway of the default start. */
export class TestGatewayStandIn extends ProviderStandIn {
  readonly title = "Test gateway";
  override readonly place = "own-process";
  readonly secret = "the secret of the stand-in";
  readonly signatureHeaders = ["x-gateway-signature"];
  readonly oldestNoticeSeconds = 300;
  /** Orders as they came, oldest first. */
  readonly orders: GatewayOrder[] = [];

  settingsAt(url: string) {
    return { TEST_GATEWAY_URL: url, TEST_GATEWAY_SECRET: this.secret };
  }

  protected answer({ method, path, body }: StandInRequest): StandInAnswer | null {
    if (method === "POST" && path === "/v1/payments") return this.#create(JSON.parse(body));
    const [, id = "", refunds] = /^\/v1\/payments\/([\w-]+)(\/refunds)?$/.exec(path) ?? [];
    const payment = this.payments.get(id);
    if (!payment) return null;
    if (method === "POST" && refunds) return this.#refund(payment, JSON.parse(body));
    return { status: 200, body: statusOf(payment) };
  }

  notice(payment: Pick<StandInPayment, "id">, options: NoticeOptions = {}): SignedNotice {
    const eventId = `ev_${randomBytes(8).toString("hex")}`;
    const rawBody = JSON.stringify({ eventId, paymentId: payment.id });
    return { rawBody, headers: this.sign(rawBody, options) };
  }

  /** The headers of a notice with any body. */
  sign(rawBody: string, options: NoticeOptions = {}): Record<string, string> {
    const timestamp = String(Math.floor(nowMs() / 1000) - (options.ageSeconds ?? 0));
    const key = options.isForged ? "another secret" : this.secret;
    const signature = createHmac("sha256", key).update(`${timestamp}.${rawBody}`).digest("hex");
    return {
      "content-type": "application/json",
      "x-gateway-timestamp": timestamp,
      "x-gateway-signature": signature,
    };
  }

  #create(order: GatewayOrder): StandInAnswer {
    this.orders.push(order);
    const payment = this.open({ ...order, id: `tp_${randomBytes(12).toString("hex")}` });
    return {
      status: 201,
      body: { id: payment.id, payUrl: this.pageAt(`/test-gateway/pay/${payment.id}`, payment) },
    };
  }

  #refund(payment: StandInPayment, order: { reference: string; amount: string }): StandInAnswer {
    const { id, state } = this.refund(payment, order.reference, order.amount);
    return { status: 200, body: { id, state } };
  }
}

function statusOf(payment: StandInPayment) {
  return {
    id: payment.id,
    reference: payment.reference,
    status: payment.state,
    paidAmount: payment.paid,
    paidCurrency: payment.paidCurrency,
    refundedAmount: centsText(refundedCents(payment)),
    chargedBackAmount: centsText(cents(payment.disputed ?? "0")),
    payer: payment.payer,
  };
}
