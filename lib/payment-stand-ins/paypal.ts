import { createSign, generateKeyPairSync, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { nowMs } from "#lib/clock.ts";
import {
  cents,
  type NoticeOptions,
  ProviderStandIn,
  refundedCents,
  type SignedNotice,
  type StandInAnswer,
  type StandInPayment,
  type StandInRefund,
  type StandInRequest,
} from "#lib/payment-stand-ins/stand-in.ts";

const rsa = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
type KeyPair = ReturnType<typeof rsa>;
const refundStatuses = { done: "COMPLETED", pending: "PENDING", refused: "FAILED" } as const;

type OrderBody = {
  purchase_units: { custom_id: string; amount: { currency_code: string; value: string } }[];
};

/** Speaks as PayPal's API: a token first, orders that are captured on request, notices signed by a certificate of its own. */
export class PayPalStandIn extends ProviderStandIn {
  readonly title = "PayPal";
  override readonly place = "tests";
  readonly access = {
    clientId: "client",
    clientSecret: "the secret of the stand-in",
    webhookId: "1JE4291016473214C",
  };
  readonly signatureHeaders = ["paypal-transmission-sig"];
  readonly oldestNoticeSeconds = 4 * 24 * 3_600;
  /** How often money was taken. */
  captures = 0;
  /** Made when a notice is signed first: who only wants the settings does not wait for them. */
  #pairs: { own: KeyPair; others: KeyPair } | null = null;
  readonly #captured = new Set<string>();
  readonly #disputed = new Set<string>();

  settingsAt(url: string) {
    return {
      PAYPAL_API_URL: url,
      PAYPAL_CLIENT_ID: this.access.clientId,
      PAYPAL_CLIENT_SECRET: this.access.clientSecret,
      PAYPAL_WEBHOOK_ID: this.access.webhookId,
    };
  }

  protected answer(request: StandInRequest): StandInAnswer | null {
    const { method, path, headers, body, query } = request;
    if (path.startsWith("/v1/notifications/certs/")) {
      return { status: 200, body: this.#keys.own.publicKey.export({ type: "spki", format: "pem" }) };
    }
    if (path === "/v1/oauth2/token") return this.#token(headers.authorization ?? "");
    if (headers.authorization !== "Bearer token-of-the-stand-in") return { status: 401, body: {} };
    if (path === "/v2/checkout/orders" && method === "POST") return this.#create(JSON.parse(body));
    if (path === "/v1/customer/disputes") return this.#disputes(query.get("disputed_transaction_id") ?? "");
    if (path.startsWith("/v1/customer/disputes/"))
      return ok({ dispute_outcome: { outcome_code: "RESOLVED_SELLER_FAVOUR" } });
    const [, captureId = "", refund] = /^\/v2\/payments\/captures\/([\w-]+)(\/refund)?$/.exec(path) ?? [];
    if (captureId) return this.#ofCapture(captureId, refund === undefined ? null : JSON.parse(body));
    const [, id = "", capture] = /^\/v2\/checkout\/orders\/([\w-]+)(\/capture)?$/.exec(path) ?? [];
    const payment = this.payments.get(id);
    if (!payment) return null;
    if (capture) {
      if (!this.#captured.has(id)) this.captures += 1;
      this.#captured.add(id);
    }
    return ok(this.#order(payment));
  }

  notice(payment: StandInPayment, options: NoticeOptions = {}): SignedNotice {
    const id = `WH-${randomBytes(10).toString("hex")}`;
    const rawBody = JSON.stringify({ id, ...this.#eventOf(payment, options.about ?? "payment") });
    const transmission = randomBytes(8).toString("hex");
    const time = new Date(nowMs() - (options.ageSeconds ?? 0) * 1000).toISOString();
    const signed = `${transmission}|${time}|${this.access.webhookId}|${crc32(rawBody)}`;
    const { privateKey } = options.isForged ? this.#keys.others : this.#keys.own;
    const headers = {
      "content-type": "application/json",
      "paypal-transmission-id": transmission,
      "paypal-transmission-time": time,
      "paypal-transmission-sig": createSign("sha256").update(signed).sign(privateKey, "base64"),
      "paypal-cert-url": `${this.url}/v1/notifications/certs/CERT-360caa42-fca2a594`,
      "paypal-auth-algo": "SHA256withRSA",
    };
    return { rawBody, headers };
  }

  get #keys() {
    this.#pairs ??= { own: rsa(), others: rsa() };
    return this.#pairs;
  }

  #eventOf(payment: StandInPayment, about: "payment" | "refund" | "dispute") {
    const up = [{ rel: "up", href: `${this.url}/v2/payments/captures/${captureId(payment)}` }];
    if (about === "refund") {
      return { event_type: "PAYMENT.CAPTURE.REFUNDED", resource: { id: "refund", links: up } };
    }
    if (about === "dispute") {
      const disputed_transactions = [{ seller_transaction_id: captureId(payment) }];
      return {
        event_type: "CUSTOMER.DISPUTE.CREATED",
        resource: { dispute_id: "PP-D-1", disputed_transactions },
      };
    }
    return { event_type: "CHECKOUT.ORDER.APPROVED", resource: { id: payment.id, status: "APPROVED" } };
  }

  #token(authorization: string): StandInAnswer {
    const { clientId, clientSecret } = this.access;
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`;
    if (authorization !== expected) return { status: 401, body: { error: "invalid_client" } };
    return ok({ access_token: "token-of-the-stand-in", token_type: "Bearer", expires_in: 32_400 });
  }

  #create({ purchase_units: [unit] }: OrderBody): StandInAnswer {
    const payment = this.open({
      id: randomBytes(8).toString("hex").toUpperCase(),
      reference: unit?.custom_id ?? "",
      amount: unit?.amount.value ?? "0.00",
      currency: unit?.amount.currency_code ?? "",
    });
    const links = [
      {
        rel: "payer-action",
        href: this.pageAt(`/checkoutnow?token=${payment.id}`, payment),
        method: "GET",
      },
    ];
    return { status: 201, body: { id: payment.id, status: "PAYER_ACTION_REQUIRED", links } };
  }

  /** A payer who has paid here has approved; the money comes with the capture. */
  #order(payment: StandInPayment) {
    const { state, id, reference, asked, currency } = payment;
    const isTaken = this.#captured.has(id);
    const approved = ["paid", "processing", "declined"].includes(state);
    const status =
      state === "expired" ? "VOIDED" : approved ? (isTaken ? "COMPLETED" : "APPROVED") : "CREATED";
    const payments = {
      captures: [this.#capture(payment)],
      refunds: payment.refunds.map((refund) => refundOf(refund, currency)),
    };
    return {
      id,
      intent: "CAPTURE",
      status,
      ...(approved ? { payer: { payer_id: payment.payer, email_address: "payer@example.com" } } : {}),
      purchase_units: [
        {
          reference_id: "default",
          custom_id: reference,
          amount: { currency_code: currency, value: asked },
          ...(approved && isTaken ? { payments } : {}),
        },
      ],
    };
  }

  #capture(payment: StandInPayment) {
    const refunded = refundedCents(payment);
    const paid =
      refunded === 0n ? "COMPLETED" : refunded < cents(payment.paid) ? "PARTIALLY_REFUNDED" : "REFUNDED";
    const statuses = { paid, processing: "PENDING" } as Record<string, string>;
    return {
      id: captureId(payment),
      status: statuses[payment.state] ?? "DECLINED",
      amount: { currency_code: payment.paidCurrency, value: payment.paid },
      supplementary_data: { related_ids: { order_id: payment.id } },
    };
  }

  #ofCapture(
    id: string,
    refund: { custom_id: string; amount: { value: string } } | null,
  ): StandInAnswer | null {
    const payment = this.payments.get(id.replace("CAP", ""));
    if (!payment) return null;
    if (!refund) return ok(this.#capture(payment));
    const isKnown = payment.refunds.some(({ reference }) => reference === refund.custom_id);
    const isTooMuch = cents(refund.amount.value) + refundedCents(payment) > cents(payment.paid);
    if (!isKnown && isTooMuch) return { status: 422, body: { name: "UNPROCESSABLE_ENTITY" } };
    return {
      status: 201,
      body: refundOf(this.refund(payment, refund.custom_id, refund.amount.value), payment.currency),
    };
  }

  #disputes(id: string): StandInAnswer {
    const payment = this.payments.get(id.replace("CAP", ""));
    if (payment && payment.disputed !== null) this.#disputed.add(payment.id);
    if (!payment || !this.#disputed.has(payment.id)) return ok({ items: [] });
    const dispute = {
      dispute_id: "PP-D-1",
      status: payment.disputed === null ? "RESOLVED" : "UNDER_REVIEW",
      dispute_life_cycle_stage: "CHARGEBACK",
      dispute_amount: { currency_code: payment.currency, value: payment.disputed ?? payment.paid },
    };
    return ok({ items: [dispute] });
  }
}

function captureId(payment: StandInPayment): string {
  return `CAP${payment.id}`;
}

function refundOf({ id, reference, amount, state }: StandInRefund, currency: string) {
  return {
    id,
    status: refundStatuses[state],
    amount: { currency_code: currency, value: amount },
    custom_id: reference,
  };
}

function ok(body: object): StandInAnswer {
  return { status: 200, body };
}
