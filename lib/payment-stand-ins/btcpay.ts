import { createHmac, randomBytes } from "node:crypto";
import { nowMs } from "#lib/clock.ts";
import {
  cents,
  type NoticeOptions,
  ProviderStandIn,
  type SignedNotice,
  type StandInAnswer,
  type StandInPayment,
  type StandInRefund,
  type StandInRequest,
} from "#lib/payment-stand-ins/stand-in.ts";

type Order = {
  amount: string;
  currency: string;
  metadata: { orderId: string };
  checkout: { redirectURL: string; expirationMinutes: number };
};

/** Speaks as BTCPay Server's Greenfield API. Invoices are made anew with every call: it does not know what a repetition is. */
export class BtcPayStandIn extends ProviderStandIn {
  readonly title = "BTCPay Server";
  override readonly cannot = ["dispute"] as const;
  /** What the shop is given. */
  readonly settings = {
    storeId: "9CiNzKoANXxmk5ayZngSXrHTiVvvgCrwrpFQd4m2K776",
    apiKey: "the api key of the stand-in",
    webhookSecret: "the webhook secret of the stand-in",
  };
  readonly signatureHeaders = ["btcpay-sig"];
  readonly oldestNoticeSeconds = null;

  settingsAt(url: string) {
    const { storeId, apiKey, webhookSecret } = this.settings;
    return {
      BTCPAY_URL: url,
      BTCPAY_STORE_ID: storeId,
      BTCPAY_API_KEY: apiKey,
      BTCPAY_WEBHOOK_SECRET: webhookSecret,
    };
  }

  protected answer({ method, path, query, headers, body }: StandInRequest): StandInAnswer | null {
    if (headers.authorization !== `token ${this.settings.apiKey}`)
      return { status: 401, body: { code: "unauthenticated" } };
    const store = `/api/v1/stores/${this.settings.storeId}`;
    if (path === `${store}/pull-payments`) return { status: 200, body: this.#pullPayments() };
    if (path === `${store}/invoices`) {
      return method === "POST" ? this.#create(JSON.parse(body)) : this.#list(query.get("orderId") ?? "");
    }
    const [, pull] = /^\/api\/v1\/pull-payments\/([\w-]+)\/payouts$/.exec(path) ?? [];
    if (pull) return { status: 200, body: this.#payoutsOf(pull) };
    const [, id = "", refund] = new RegExp(`^${store}/invoices/([\\w-]+)(/refund)?$`).exec(path) ?? [];
    const payment = this.payments.get(id);
    if (!payment) return null;
    if (refund) return this.#refund(payment, JSON.parse(body));
    return { status: 200, body: this.#invoice(payment) };
  }

  notice(payment: StandInPayment, options: NoticeOptions = {}): SignedNotice {
    const rawBody = JSON.stringify({
      deliveryId: randomBytes(11).toString("base64url"),
      webhookId: "D8gtjLbZqJkJ5Gj3f9YyUW",
      originalDeliveryId: "__test__",
      isRedelivery: false,
      type: options.about === "refund" ? "PayoutUpdated" : eventOf(payment),
      timestamp: Math.floor(nowMs() / 1000) - (options.ageSeconds ?? 0),
      storeId: this.settings.storeId,
      invoiceId: payment.id,
      metadata: { orderId: payment.reference, nested: { amount: 1.5 } },
    });
    const key = options.isForged ? "another secret" : this.settings.webhookSecret;
    const headers = {
      "content-type": "application/json",
      "btcpay-sig": `sha256=${createHmac("sha256", key).update(rawBody).digest("hex")}`,
    };
    return { rawBody, headers };
  }

  #create({ amount, currency, metadata, checkout }: Order): StandInAnswer {
    const payment = this.openAnother({
      id: randomBytes(16).toString("base64url").replaceAll("-", "a"),
      reference: metadata.orderId,
      amount,
      currency,
      returnUrl: checkout.redirectURL,
      expiresAtMs: nowMs() + checkout.expirationMinutes * 60_000,
    });
    return { status: 200, body: this.#invoice(payment) };
  }

  #list(orderId: string): StandInAnswer {
    return { status: 200, body: this.paymentsOf(orderId).map((payment) => this.#invoice(payment)) };
  }

  #invoice(payment: StandInPayment) {
    const { status, additionalStatus } = statusOf(payment);
    return {
      id: payment.id,
      storeId: this.settings.storeId,
      amount: payment.asked,
      // Coins are rounded up, so a settled invoice has got a trifle more.
      paidAmount: payment.state === "paid" ? `${payment.paid}0000131` : "0",
      type: "Standard",
      currency: payment.paidCurrency,
      checkoutLink: this.pageAt(`/i/${payment.id}`, payment),
      status,
      additionalStatus,
      archived: false,
      metadata: { orderId: payment.reference },
    };
  }

  #refund(payment: StandInPayment, order: Record<string, string>): StandInAnswer {
    const { name = "", customAmount = "" } = order;
    return { status: 200, body: pullPaymentOf(this.refund(payment, name, customAmount), payment) };
  }

  #pullPayments() {
    return [...this.payments.values()].flatMap((payment) =>
      payment.refunds.map((refund) => pullPaymentOf(refund, payment)),
    );
  }

  #payoutsOf(pullId: string) {
    for (const { refunds, currency } of this.payments.values()) {
      const refund = refunds.find(({ id }) => id === pullId);
      if (refund) return payoutsOf(refund, currency);
    }
    return [];
  }
}

function pullPaymentOf({ id, reference, amount, state }: StandInRefund, { currency }: StandInPayment) {
  return {
    id,
    name: reference,
    amount,
    currency,
    archived: state === "refused",
    viewLink: `/pull-payments/${id}`,
  };
}

/** The payer has taken the money, has not come yet, or never will. */
function payoutsOf({ id, amount, state }: StandInRefund, currency: string) {
  if (state !== "done") return [];
  return [{ id: `po_${id}`, originalCurrency: currency, originalAmount: amount, state: "Completed" }];
}

function eventOf({ state }: StandInPayment): string {
  return state === "expired" ? "InvoiceExpired" : "InvoiceSettled";
}

function statusOf({ state, paid, asked, isLate }: StandInPayment): {
  status: string;
  additionalStatus: string;
} {
  if (state === "open") return { status: "New", additionalStatus: "None" };
  if (state === "processing") return { status: "Processing", additionalStatus: "None" };
  if (state === "declined") return { status: "Invalid", additionalStatus: "None" };
  if (state === "expired") return { status: "Expired", additionalStatus: "None" };
  if (cents(paid) < cents(asked)) return { status: "Expired", additionalStatus: "PaidPartial" };
  if (cents(paid) > cents(asked)) return { status: "Settled", additionalStatus: "PaidOver" };
  return { status: "Settled", additionalStatus: isLate ? "PaidLate" : "None" };
}
