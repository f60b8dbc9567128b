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
  type StandInRefund,
  type StandInRequest,
} from "#lib/payment-stand-ins/stand-in.ts";

const refundStatuses = { done: "succeeded", pending: "pending", refused: "failed" } as const;

/** Speaks as Stripe's API: form-encoded calls, amounts in cents, `Stripe-Signature: t=...,v1=...` on notices. */
export class StripeStandIn extends ProviderStandIn {
  readonly title = "Stripe";
  override readonly place = "tests";
  readonly secretKey = "sk_test_of_the_stand_in";
  readonly webhookSecret = "whsec_of_the_stand_in";
  readonly signatureHeaders = ["stripe-signature"];
  readonly oldestNoticeSeconds = 300;

  settingsAt(url: string) {
    return {
      STRIPE_API_URL: url,
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
    };
  }

  protected answer(request: StandInRequest): StandInAnswer | null {
    if (request.headers.authorization !== `Bearer ${this.secretKey}`) return errorOf(401, "invalid_api_key");
    const { method, path, query } = request;
    const form = new URLSearchParams(request.body);
    if (path === "/v1/checkout/sessions" && method === "POST") return this.#create(form);
    if (path === "/v1/checkout/sessions") return this.#list(query.get("payment_intent") ?? "");
    if (path === "/v1/refunds" && method === "POST") return this.#refund(form);
    if (path === "/v1/refunds") return this.#listRefunds(query.get("payment_intent") ?? "");
    if (path === "/v1/disputes") return this.#listDisputes(query.get("payment_intent") ?? "");
    const payment = this.payments.get(path.replace("/v1/checkout/sessions/", ""));
    return payment ? { status: 200, body: this.#session(payment) } : errorOf(404, "resource_missing");
  }

  notice(payment: StandInPayment, options: NoticeOptions = {}): SignedNotice {
    const { type, object } = this.#eventOf(payment, options.about ?? "payment");
    const rawBody = JSON.stringify({
      id: `evt_${randomBytes(12).toString("hex")}`,
      object: "event",
      type,
      data: { object },
    });
    const time = Math.floor(nowMs() / 1000) - (options.ageSeconds ?? 0);
    const key = options.isForged ? "whsec_of_somebody_else" : this.webhookSecret;
    const signature = createHmac("sha256", key).update(`${time}.${rawBody}`).digest("hex");
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": `t=${time},v1=${signature}`,
    };
    return { rawBody, headers };
  }

  #eventOf(payment: StandInPayment, about: "payment" | "refund" | "dispute") {
    if (about === "refund") return { type: "charge.refunded", object: this.#charge(payment) };
    if (about === "dispute") {
      const type = payment.disputed === null ? "charge.dispute.closed" : "charge.dispute.created";
      return { type, object: { id: "dp_1", object: "dispute", payment_intent: intentId(payment) } };
    }
    // Events carry ids where the API can be asked for the whole.
    const object = { ...this.#session(payment), payment_intent: intentId(payment) };
    return { type: "checkout.session.completed", object };
  }

  #create(form: URLSearchParams): StandInAnswer {
    const cent = form.get("line_items[0][price_data][unit_amount]") ?? "0";
    const payment = this.open({
      id: `cs_test_${randomBytes(12).toString("hex")}`,
      reference: form.get("client_reference_id") ?? "",
      amount: centsText(BigInt(cent)),
      currency: (form.get("line_items[0][price_data][currency]") ?? "").toUpperCase(),
      returnUrl: form.get("success_url") ?? "",
    });
    return { status: 200, body: this.#session(payment) };
  }

  #list(intent: string): StandInAnswer {
    const found = this.#ofIntent(intent);
    return listOf(found ? [this.#session(found)] : []);
  }

  #session(payment: StandInPayment) {
    const isOver = payment.state === "paid" || payment.state === "processing" || payment.state === "declined";
    return {
      id: payment.id,
      object: "checkout.session",
      url: isOver ? null : this.pageAt(`/c/pay/${payment.id}`, payment),
      client_reference_id: payment.reference,
      status: payment.state === "expired" ? "expired" : isOver ? "complete" : "open",
      payment_status: payment.state === "paid" ? "paid" : "unpaid",
      amount_total: wireNumber(cents(payment.asked)),
      currency: payment.currency.toLowerCase(),
      payment_intent: isOver ? this.#intent(payment) : null,
    };
  }

  #intent(payment: StandInPayment) {
    const statuses = { paid: "succeeded", declined: "requires_payment_method" } as Record<string, string>;
    return {
      id: intentId(payment),
      object: "payment_intent",
      status: statuses[payment.state] ?? "processing",
      amount_received: payment.state === "paid" ? wireNumber(cents(payment.paid)) : 0,
      currency: payment.paidCurrency.toLowerCase(),
      latest_charge: payment.state === "paid" ? this.#charge(payment) : null,
    };
  }

  #charge(payment: StandInPayment) {
    return {
      id: `ch_${payment.id.slice(8)}`,
      object: "charge",
      payment_intent: intentId(payment),
      amount: wireNumber(cents(payment.paid)),
      // A refund that has failed may still be in it.
      amount_refunded: wireNumber(payment.refunds.reduce((sum, { amount }) => sum + cents(amount), 0n)),
      // Stays true when the dispute was won.
      disputed: this.#disputed.has(payment.id) || payment.disputed !== null,
      payment_method_details: { type: "card", card: { brand: "visa", fingerprint: payment.payer } },
    };
  }

  readonly #disputed = new Set<string>();

  #listDisputes(intent: string): StandInAnswer {
    const payment = this.#ofIntent(intent);
    if (!payment) return listOf([]);
    if (payment.disputed !== null) this.#disputed.add(payment.id);
    const status = payment.disputed === null ? "won" : "needs_response";
    return listOf([
      { id: "dp_1", object: "dispute", amount: wireNumber(cents(payment.disputed ?? payment.paid)), status },
    ]);
  }

  #refund(form: URLSearchParams): StandInAnswer {
    const payment = this.#ofIntent(form.get("payment_intent") ?? "");
    if (!payment) return errorOf(404, "resource_missing");
    const amount = BigInt(form.get("amount") ?? "0");
    const reference = form.get("metadata[reference]") ?? "";
    const isKnown = payment.refunds.some((refund) => refund.reference === reference);
    if (!isKnown && amount + refundedCents(payment) > cents(payment.paid))
      return errorOf(400, "amount_too_large");
    return { status: 200, body: refundOf(this.refund(payment, reference, centsText(amount))) };
  }

  #listRefunds(intent: string): StandInAnswer {
    return listOf((this.#ofIntent(intent)?.refunds ?? []).map(refundOf));
  }

  #ofIntent(intent: string): StandInPayment | undefined {
    return this.payments.get(intent.replace("pi_", "cs_test_"));
  }
}

/** Stripe's JSON has minor units as numbers. */
function wireNumber(minor: bigint): number {
  return Number(minor);
}

function intentId(payment: StandInPayment): string {
  return payment.id.replace("cs_test_", "pi_");
}

function refundOf({ id, reference, amount, state }: StandInRefund) {
  return {
    id,
    object: "refund",
    amount: wireNumber(cents(amount)),
    status: refundStatuses[state],
    metadata: { reference },
  };
}

function listOf(data: object[]): StandInAnswer {
  return { status: 200, body: { object: "list", data, has_more: false } };
}

function errorOf(status: number, code: string): StandInAnswer {
  return { status, body: { error: { type: "invalid_request_error", code, message: code } } };
}
