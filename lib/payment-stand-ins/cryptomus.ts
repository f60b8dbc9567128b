import { createHash, randomUUID } from "node:crypto";
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

/** Speaks as Cryptomus: PHP's JSON, signed with md5. The coin of all payments is worth a third of a unit of the price. */
export class CryptomusStandIn extends ProviderStandIn {
  readonly title = "Cryptomus";
  override readonly cannot = ["refund", "dispute"] as const;
  /** What the shop is given. */
  readonly settings = {
    merchantId: "8b03432e-385b-4670-8d06-064591096795",
    paymentKey: "the payment key of the stand-in",
  };
  /** The signature is a member of the body. */
  readonly signatureHeaders = [];
  readonly oldestNoticeSeconds = null;

  settingsAt(url: string) {
    return {
      CRYPTOMUS_URL: url,
      CRYPTOMUS_MERCHANT_ID: this.settings.merchantId,
      CRYPTOMUS_PAYMENT_KEY: this.settings.paymentKey,
    };
  }

  protected answer({ method, path, headers, body }: StandInRequest): StandInAnswer | null {
    const isOurs =
      headers.merchant === this.settings.merchantId &&
      headers.sign === this.#sign(body, this.settings.paymentKey);
    if (!isOurs) return { status: 401, body: { state: 1, message: "Wrong sign" } };
    if (method !== "POST") return null;
    const asked = JSON.parse(body) as Record<string, string> & { lifetime: number };
    if (path === "/v1/payment") return this.#create(asked);
    const payment = path === "/v1/payment/info" ? this.payments.get(asked.uuid ?? "") : undefined;
    return payment
      ? { status: 200, body: `{"state":0,"result":${objectText(this.#members(payment))}}` }
      : null;
  }

  notice(payment: StandInPayment, options: NoticeOptions = {}): SignedNotice {
    const members = { type: '"payment"', ...this.#members(payment), is_final: "true", commission: "1.00" };
    const key = options.isForged ? "another key" : this.settings.paymentKey;
    const sign = JSON.stringify(this.#sign(objectText(members), key));
    return { rawBody: objectText({ ...members, sign }), headers: { "content-type": "application/json" } };
  }

  override unsigned({ rawBody, headers }: SignedNotice): SignedNotice {
    return { rawBody: rawBody.replace(/,"sign":"[^"]*"/, ""), headers };
  }

  override misSigned({ rawBody, headers }: SignedNotice): SignedNotice {
    return { rawBody: rawBody.replace(/"sign":"[^"]*"/, `"sign":"${"ff".repeat(16)}"`), headers };
  }

  #sign(text: string, key: string): string {
    return createHash("md5")
      .update(Buffer.from(text).toString("base64") + key)
      .digest("hex");
  }

  #create(order: Record<string, string> & { lifetime: number }): StandInAnswer {
    const payment = this.open({
      id: randomUUID(),
      reference: order.order_id ?? "",
      amount: order.amount ?? "",
      currency: order.currency ?? "",
      returnUrl: order.url_return,
      notifyUrl: order.url_callback,
      expiresAtMs: nowMs() + order.lifetime * 1000,
    });
    return { status: 200, body: `{"state":0,"result":${objectText(this.#members(payment))}}` };
  }

  #members(payment: StandInPayment): Record<string, string> {
    const paid = payment.state === "paid" ? payment.paid : "0.00";
    return {
      uuid: JSON.stringify(payment.id),
      order_id: JSON.stringify(payment.reference),
      amount: JSON.stringify(payment.asked),
      payment_amount: JSON.stringify(`${centsText(cents(paid) * 3n)}000000`),
      payer_amount: JSON.stringify(`${centsText(cents(payment.asked) * 3n)}000000`),
      payer_currency: '"TRX"',
      currency: JSON.stringify(payment.paidCurrency),
      comments: '"оплата \\"1\\/2\\""',
      url: slashed(this.pageAt(`/pay/${payment.id}`, payment)),
      txid: slashed("6f0d9c8374db57cac0d806251473de754f361c83a03cd805f74aa9da3193486b/1"),
      payment_status: JSON.stringify(statusOf(payment)),
      status: JSON.stringify(statusOf(payment)),
    };
  }
}

function statusOf({ state, paid, asked }: StandInPayment): string {
  if (state === "open") return "check";
  if (state === "processing") return "confirm_check";
  if (state === "declined") return "fail";
  if (state === "expired") return "cancel";
  if (cents(paid) === cents(asked)) return "paid";
  return cents(paid) < cents(asked) ? "wrong_amount" : "paid_over";
}

/** A text as PHP writes it. */
function slashed(text: string): string {
  return JSON.stringify(text).replaceAll("/", "\\/");
}

function objectText(members: Record<string, string>): string {
  return `{${Object.entries(members)
    .map(([key, text]) => `"${key}":${text}`)
    .join(",")}}`;
}
