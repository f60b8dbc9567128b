import { createHmac, randomInt } from "node:crypto";
import { nowMs } from "#lib/clock.ts";
import {
  cents,
  centsText,
  type NoticeOptions,
  ProviderStandIn,
  type SignedNotice,
  type StandInAnswer,
  type StandInPayment,
  type StandInRequest,
} from "#lib/payment-stand-ins/stand-in.ts";

const LIFETIME_MS = 7 * 24 * 3_600_000;
const statuses = {
  open: "waiting",
  processing: "confirming",
  declined: "failed",
  expired: "expired",
} as const;

/**
 * Speaks as NOWPayments. The coin of all payments is worth half a unit of the price. A payment's id is what the adapter makes
 * of it: our reference and the invoice's number.
 */
export class NowPaymentsStandIn extends ProviderStandIn {
  readonly title = "NOWPayments";
  override readonly cannot = ["refund", "dispute"] as const;
  /** What the shop is given. */
  readonly settings = {
    apiKey: "TEST-NOWPAYMENTS-KEY",
    ipnSecret: "the ipn secret of the stand-in",
    email: "shop@example.com",
    password: "the password of the stand-in",
  };
  readonly signatureHeaders = ["x-nowpayments-sig"];
  readonly oldestNoticeSeconds = null;
  /** The token that is good now; another one is refused. */
  token = "first-token";

  settingsAt(url: string) {
    const { apiKey, ipnSecret, email, password } = this.settings;
    return {
      NOWPAYMENTS_URL: url,
      NOWPAYMENTS_API_KEY: apiKey,
      NOWPAYMENTS_IPN_SECRET: ipnSecret,
      NOWPAYMENTS_EMAIL: email,
      NOWPAYMENTS_PASSWORD: password,
    };
  }

  protected answer({ method, path, query, headers, body }: StandInRequest): StandInAnswer | null {
    if (headers["x-api-key"] !== this.settings.apiKey)
      return { status: 403, body: { message: "Invalid api key" } };
    if (method === "POST" && path === "/v1/auth") return this.#authorize(JSON.parse(body));
    if (method === "POST" && path === "/v1/invoice") return this.#create(body);
    if (method !== "GET" || path !== "/v1/payment/") return null;
    if (headers.authorization !== `Bearer ${this.token}`) {
      return { status: 401, body: { message: "Authorization required" } };
    }
    const found = [...this.payments.values()].filter(({ id }) => invoiceOf(id) === query.get("invoiceId"));
    return { status: 200, body: `{"data":[${found.map(paymentText).join(",")}],"limit":50,"page":0}` };
  }

  /** Nested, out of order, and with numbers that a round trip through a float would write otherwise. */
  notice(payment: StandInPayment, options: NoticeOptions = {}): SignedNotice {
    const fee = { withdrawalFee: "0", currency: '"usdttrc20"', depositFee: "1e-7", serviceFee: "1.00" };
    const members = { ...membersOf(payment), fee: objectText(fee), payment_extra_ids: "null" };
    const sorted = objectText(inOrder({ ...members, fee: objectText(inOrder(fee)) }));
    const key = options.isForged ? "another secret" : this.settings.ipnSecret;
    return {
      rawBody: objectText(members),
      headers: {
        "content-type": "application/json",
        "x-nowpayments-sig": createHmac("sha512", key).update(sorted).digest("hex"),
      },
    };
  }

  #authorize({ email, password }: { email: string; password: string }): StandInAnswer {
    const isRight = email === this.settings.email && password === this.settings.password;
    return isRight
      ? { status: 200, body: { token: this.token } }
      : { status: 403, body: { message: "wrong" } };
  }

  #create(body: string): StandInAnswer {
    // The amount as it was written: as a float it would not be exact.
    const [, amount = ""] = /"price_amount":([\d.]+)/.exec(body) ?? [];
    const order = JSON.parse(body) as Record<
      "order_id" | "price_currency" | "success_url" | "ipn_callback_url",
      string
    >;
    const number = String(randomInt(1_000_000_000, 9_999_999_999));
    const payment = this.open({
      id: `${order.order_id}:${number}`,
      reference: order.order_id,
      amount,
      currency: order.price_currency.toUpperCase(),
      returnUrl: order.success_url,
      notifyUrl: order.ipn_callback_url,
      expiresAtMs: nowMs() + LIFETIME_MS,
    });
    const id = invoiceOf(payment.id);
    return {
      status: 200,
      body: { id, order_id: order.order_id, invoice_url: this.pageAt(`/payment/?iid=${id}`, payment) },
    };
  }
}

function invoiceOf(id: string): string {
  return id.split(":").at(-1) ?? "";
}

function membersOf(payment: StandInPayment): Record<string, string> {
  const isShort = cents(payment.paid) < cents(payment.asked);
  const status =
    payment.state === "paid" ? (isShort ? "partially_paid" : "finished") : statuses[payment.state];
  const paid = payment.state === "paid" ? payment.paid : "0.00";
  return {
    payment_id: `5${invoiceOf(payment.id)}`,
    invoice_id: invoiceOf(payment.id),
    payment_status: JSON.stringify(status),
    pay_address: '"TNDFkiSmBQorNFacb3735q8MnT29sn8BLn"',
    order_id: JSON.stringify(payment.reference),
    order_description: '"SMS / numbers"',
    price_amount: payment.asked,
    price_currency: JSON.stringify(payment.paidCurrency.toLowerCase()),
    pay_amount: `${cents(payment.asked) * 2n}e-2`,
    actually_paid: centsText(cents(paid) * 2n),
    pay_currency: '"usdttrc20"',
    purchase_id: '"4944856743"',
  };
}

function paymentText(payment: StandInPayment): string {
  return objectText(membersOf(payment));
}

function objectText(members: Record<string, string>): string {
  return `{${Object.entries(members)
    .map(([key, text]) => `${JSON.stringify(key)}:${text}`)
    .join(",")}}`;
}

function inOrder(members: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));
}
