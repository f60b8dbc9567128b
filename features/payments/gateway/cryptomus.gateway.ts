import { createHash } from "node:crypto";
import { z } from "zod";
import {
  isChargeCurrency,
  minorOf,
  minorText,
} from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  GatewayFault,
  type ParsedNotice,
  type PaymentGateway,
  type PaymentOrder,
  type Provider,
  type RawNotice,
} from "#features/payments/gateway/provider.gateway.ts";
import {
  addressAt,
  callProvider,
  isSameText,
  understand,
} from "#features/payments/gateway/provider-http.gateway.ts";
import type { ProviderPayment } from "#features/payments/payments.rules.ts";
import { nowMs } from "#lib/clock.ts";
import { parseRawObject, phpJsonText, type RawObject } from "#lib/json/raw-json.ts";
import { parseDecimal, shareOfDecimal } from "#lib/money/decimal.ts";

type CryptomusOptions = {
  readonly url: string;
  readonly merchantId: string;
  /** Signs our calls and their notices. */
  readonly paymentKey: string;
  readonly timeoutMs?: number | undefined;
};

export const cryptomusProvider: Provider = {
  id: "cryptomus",
  methods: [
    {
      id: "cryptomus",
      screen: "redirect",
      currency: "USD",
      roubles: [500, 1_000_000],
      marks: ["cryptomus"],
    },
  ],
  connect(
    { CRYPTOMUS_URL: url, CRYPTOMUS_MERCHANT_ID: merchantId, CRYPTOMUS_PAYMENT_KEY: paymentKey },
    timeoutMs,
  ) {
    return merchantId && paymentKey ? createCryptomus({ url, merchantId, paymentKey, timeoutMs }) : null;
  },
};

/** Seconds an invoice may live there. */
const LIFETIME = { least: 300, most: 43_200 };

const Amount = z.union([z.string(), z.null()]).optional();
const Uuid = z.string().regex(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
const Invoice = z.object({
  uuid: Uuid,
  order_id: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  amount: z.string(),
  currency: z.string(),
  payer_amount: Amount,
  payment_amount: Amount,
  payment_status: z.string(),
});
type Invoice = z.infer<typeof Invoice>;
/** Numbers come as their texts. */
const Answer = z.object({ state: z.literal("0"), result: Invoice });
const Notice = z.object({ type: z.literal("payment"), uuid: Uuid });

/**
 * Cryptomus: a hosted invoice; the same `order_id` answers the same one. Both sides sign with
 * `md5(base64(body) + key)`, over the body as PHP's `json_encode` writes it; notices carry the signature as a member of the
 * body. Money goes back by hand there, since it wants an address that is not the sender's exchange's.
 */
function createCryptomus(options: CryptomusOptions): PaymentGateway {
  const call = (path: string, body: object): Promise<unknown> => {
    const text = phpJsonText(body);
    const headers = { merchant: options.merchantId, sign: signatureOf(text, options.paymentKey) };
    const { url, timeoutMs } = options;
    return callProvider(addressAt(url, path), { method: "POST", headers, body: text, timeoutMs });
  };
  return {
    id: "cryptomus",
    async createPayment(order) {
      const { result } = understand(Answer, await call("v1/payment", invoiceOf(order)));
      const isOurs = result.order_id === order.reference && result.currency === order.currency;
      if (!isOurs || minorOf(result.amount, order.currency) !== minorOf(order.amount, order.currency)) {
        throw new GatewayFault("answered with another invoice");
      }
      return { providerPaymentId: result.uuid, redirectUrl: result.url };
    },
    parseWebhook: (notice) => parseNotice(options.paymentKey, notice),
    async fetchStatus(providerPaymentId) {
      const answer = await call("v1/payment/info", { uuid: providerPaymentId });
      if (answer === null) return null;
      const { result } = understand(Answer, answer);
      if (result.uuid !== providerPaymentId) throw new GatewayFault("answered about another invoice");
      return toProviderPayment(result);
    },
    refund: null,
  };
}

function signatureOf(text: string, key: string): string {
  return createHash("md5")
    .update(`${Buffer.from(text).toString("base64")}${key}`)
    .digest("hex");
}

function invoiceOf(order: PaymentOrder) {
  const seconds = Math.round((order.expiresAt.getTime() - nowMs()) / 1000);
  return {
    amount: order.amount,
    currency: order.currency,
    order_id: order.reference,
    url_return: order.returnUrl,
    url_success: order.returnUrl,
    url_callback: order.notifyUrl,
    // One transfer pays it, and exactly.
    is_payment_multiple: false,
    accuracy_payment_percent: 0,
    lifetime: Math.min(LIFETIME.most, Math.max(LIFETIME.least, seconds)),
  };
}

const states: Readonly<Record<string, ProviderPayment["state"]>> = {
  check: "open",
  wrong_amount_waiting: "open",
  process: "processing",
  confirm_check: "processing",
  locked: "processing",
  paid: "paid",
  paid_over: "paid",
  wrong_amount: "paid",
  refund_process: "paid",
  refund_fail: "paid",
  refund_paid: "paid",
  fail: "declined",
  system_fail: "declined",
  cancel: "expired",
};

function toProviderPayment(invoice: Invoice): ProviderPayment {
  const state = states[invoice.payment_status];
  if (state === undefined) throw new GatewayFault(`unknown status ${invoice.payment_status.slice(0, 40)}`);
  const paidAmount = state === "paid" ? paidAmountOf(invoice) : "0";
  const isRefunded = invoice.payment_status === "refund_paid";
  return {
    providerPaymentId: invoice.uuid,
    reference: invoice.order_id,
    state,
    paidAmount,
    paidCurrency: invoice.currency,
    reversed: isRefunded ? { as: "refund", amount: paidAmount } : null,
    payerFingerprint: null,
  };
}

/** The share of the invoice's amount that the coins are of the coins asked for. */
function paidAmountOf({ amount, currency, payer_amount, payment_amount }: Invoice): string {
  if (!isChargeCurrency(currency)) throw new GatewayFault(`priced in ${currency.slice(0, 10)}`);
  const price = minorOf(amount, currency);
  const came = parseDecimal(payment_amount ?? "");
  const asked = parseDecimal(payer_amount ?? "");
  const paid = price !== null && came && asked ? shareOfDecimal(price, came, asked) : null;
  if (paid === null) throw new GatewayFault("amounts that cannot be read");
  return minorText(paid, currency);
}

function parseNotice(key: string, { body }: RawNotice): ParsedNotice {
  const tree = rawObjectOrNull(body);
  if (tree === null) return { kind: "refused", reason: "misshapen" };
  const { sign, ...signed } = tree;
  if (typeof sign !== "string" || sign === "") return { kind: "refused", reason: "no-signature" };
  if (!isSameText(sign, signatureOf(phpJsonText(signed), key))) {
    return { kind: "refused", reason: "wrong-signature" };
  }
  const parsed = Notice.safeParse(signed);
  if (!parsed.success) return { kind: "refused", reason: "misshapen" };
  const eventId = createHash("sha256").update(body).digest("hex");
  return { kind: "accepted", eventId, providerPaymentId: parsed.data.uuid };
}

function rawObjectOrNull(body: string): RawObject | null {
  try {
    return parseRawObject(body);
  } catch {
    return null;
  }
}
