import { createHash, createHmac } from "node:crypto";
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
  jsonOrNull,
  understand,
} from "#features/payments/gateway/provider-http.gateway.ts";
import type { ProviderPayment } from "#features/payments/payments.rules.ts";
import { nowMs } from "#lib/clock.ts";
import { parseRawObject, type RawObject, sortedJsonText } from "#lib/json/raw-json.ts";
import { parseDecimal, shareOfDecimal } from "#lib/money/decimal.ts";

type NowPaymentsOptions = {
  readonly url: string;
  readonly apiKey: string;
  /** Signs the notices. */
  readonly ipnSecret: string;
  /** Of the account: the list of payments wants a token of five minutes that only they give. */
  readonly email: string;
  readonly password: string;
  readonly timeoutMs?: number | undefined;
};

export const nowPaymentsProvider: Provider = {
  id: "nowpayments",
  methods: [
    {
      id: "nowpayments",
      screen: "redirect",
      currency: "USD",
      roubles: [1_500, 1_000_000],
      marks: ["nowpayments"],
    },
  ],
  connect(settings, timeoutMs) {
    const { NOWPAYMENTS_URL: url, NOWPAYMENTS_API_KEY: apiKey, NOWPAYMENTS_IPN_SECRET: ipnSecret } = settings;
    const { NOWPAYMENTS_EMAIL: email, NOWPAYMENTS_PASSWORD: password } = settings;
    const isSetUp = apiKey && ipnSecret && email && password;
    return isSetUp ? createNowPayments({ url, apiKey, ipnSecret, email, password, timeoutMs }) : null;
  },
};

/** How long a token of five minutes is used. */
const TOKEN_MS = 4 * 60_000;
const PAYMENTS_OF_AN_INVOICE = 50;

const Text = z.union([z.string(), z.null()]).optional();
const Id = z.string().regex(/^\d{1,20}$/);
const Invoice = z.object({ id: Id, invoice_url: z.url({ protocol: /^https?$/ }) });
const Token = z.object({ token: z.string().min(1) });
const Payment = z.object({
  payment_id: Id,
  parent_payment_id: Text,
  invoice_id: Text,
  order_id: Text,
  payment_status: z.enum([
    "waiting",
    "confirming",
    "confirmed",
    "sending",
    "partially_paid",
    "finished",
    "failed",
    "refunded",
    "expired",
  ]),
  price_amount: z.string(),
  price_currency: z.string(),
  pay_amount: z.string(),
  pay_currency: z.string(),
  actually_paid: Text,
});
type Payment = z.infer<typeof Payment>;
const List = z.object({ data: z.array(Payment).max(PAYMENTS_OF_AN_INVOICE) });
/** Payments that belong to no invoice have null there; they are none of ours. */
const Notice = z.object({
  invoice_id: z.union([z.number().int().min(0), Id, z.null()]).optional(),
  order_id: z.union([z.string().max(100), z.null()]).optional(),
});

/**
 * NOWPayments: a hosted invoice on which the payer chooses the coin; each choice is a payment of its own there, and money that
 * comes once more is a child of it. The payment's id is our reference and the invoice's
 * number together. Notices carry
 * `x-nowpayments-sig`: hex HMAC-SHA512 of the body with all keys in order. It sends no money back.
 */
function createNowPayments(options: NowPaymentsOptions): PaymentGateway {
  const list = createList(options);
  return {
    id: "nowpayments",
    async createPayment(order) {
      const { id, invoice_url } = understand(Invoice, await postInvoice(options, order));
      return { providerPaymentId: `${order.reference}:${id}`, redirectUrl: invoice_url };
    },
    parseWebhook: (notice) => parseNotice(options.ipnSecret, notice),
    async fetchStatus(providerPaymentId) {
      const [, reference, invoiceId] = /^(.{1,100}):([1-9]\d{0,19})$/.exec(providerPaymentId) ?? [];
      if (reference === undefined || invoiceId === undefined) return null;
      const payments = (await list(invoiceId)).filter(
        ({ invoice_id, order_id }) => invoice_id === invoiceId && order_id === reference,
      );
      return { providerPaymentId, reference, ...stateOf(payments) };
    },
    refund: null,
  };
}

function postInvoice({ url, apiKey, timeoutMs }: NowPaymentsOptions, order: PaymentOrder): Promise<unknown> {
  const body = {
    price_amount: 0,
    price_currency: order.currency.toLowerCase(),
    order_id: order.reference,
    order_description: order.description,
    ipn_callback_url: order.notifyUrl,
    success_url: order.returnUrl,
    cancel_url: order.returnUrl,
    partially_paid_url: order.returnUrl,
    is_fixed_rate: true,
  };
  return callProvider(addressAt(url, "v1/invoice"), {
    method: "POST",
    timeoutMs,
    headers: { "x-api-key": apiKey },
    // The amount is a number there; written as it is, it never passes through a float.
    body: JSON.stringify(body).replace('"price_amount":0', `"price_amount":${order.amount}`),
  });
}

/** The payments of an invoice. The token is asked for when it is needed, and once more when it is refused. */
function createList({ url, apiKey, email, password, timeoutMs }: NowPaymentsOptions) {
  let token: { text: string; untilMs: number } | null = null;
  const key = { "x-api-key": apiKey };
  const tokenText = async (): Promise<string> => {
    if (token === null || token.untilMs <= nowMs()) {
      const body = JSON.stringify({ email, password });
      const call = { method: "POST", headers: key, body, timeoutMs } as const;
      const answer = await callProvider(addressAt(url, "v1/auth"), call);
      token = { text: understand(Token, answer).token, untilMs: nowMs() + TOKEN_MS };
    }
    return token.text;
  };
  const ask = async (invoiceId: string): Promise<Payment[]> => {
    const address = addressAt(url, "v1/payment/");
    address.search = String(
      new URLSearchParams({ limit: String(PAYMENTS_OF_AN_INVOICE), page: "0", invoiceId, orderBy: "asc" }),
    );
    const headers = { ...key, authorization: `Bearer ${await tokenText()}` };
    return understand(List, await callProvider(address, { method: "GET", headers, timeoutMs })).data;
  };
  return async (invoiceId: string): Promise<Payment[]> => {
    try {
      return await ask(invoiceId);
    } catch (error) {
      if (!(error instanceof GatewayFault) || !/^HTTP 40[13]$/.test(error.message)) throw error;
      token = null;
      return ask(invoiceId);
    }
  };
}

const underWay = new Set<string>(["confirming", "confirmed", "sending"]);

type State = Pick<ProviderPayment, "state" | "paidAmount" | "paidCurrency" | "reversed" | "payerFingerprint">;

/** All payments of an invoice together: what has come for good, else what is expected. */
function stateOf(payments: readonly Payment[]): State {
  const [first] = payments;
  const currency = (first?.price_currency ?? "usd").toUpperCase();
  if (!isChargeCurrency(currency)) throw new GatewayFault(`priced in ${currency.slice(0, 10)}`);
  const sumOf = (...statuses: string[]) =>
    payments
      .filter(({ payment_status }) => statuses.includes(payment_status))
      .reduce((sum, payment) => sum + worthOf(payment, payments), 0n);
  const refunded = sumOf("refunded");
  const paid = sumOf("finished", "partially_paid") + refunded;
  const statuses = new Set<string>(payments.map(({ payment_status }) => payment_status));
  const money = {
    paidAmount: minorText(paid, currency),
    paidCurrency: currency,
    reversed: refunded > 0n ? { as: "refund" as const, amount: minorText(refunded, currency) } : null,
    payerFingerprint: null,
  };
  if ([...statuses].some((status) => underWay.has(status))) return { state: "processing", ...money };
  if (paid > 0n) return { state: "paid", ...money };
  if (payments.length === 0 || statuses.has("waiting")) return { state: "open", ...money };
  return { state: statuses.has("failed") ? "declined" : "expired", ...money };
}

/**
 * What came, in the smallest units of the price's currency: the price's share that the coins are of the coins asked for. Money
 * that came once more is measured by the payment it followed, and only in the same coin.
 */
function worthOf(payment: Payment, all: readonly Payment[]): bigint {
  const parent = all.find(({ payment_id }) => payment_id === payment.parent_payment_id);
  const asked = parent ?? payment;
  if (!parent && payment.parent_payment_id) throw new GatewayFault("a deposit without its payment");
  if (asked.pay_currency !== payment.pay_currency) return 0n;
  const currency = asked.price_currency.toUpperCase();
  const price = isChargeCurrency(currency) ? minorOf(asked.price_amount, currency) : null;
  const came = parseDecimal(payment.actually_paid ?? "0");
  const whole = parseDecimal(asked.pay_amount);
  const worth = price !== null && came && whole ? shareOfDecimal(price, came, whole) : null;
  if (worth === null) throw new GatewayFault("amounts that cannot be read");
  return worth;
}

function parseNotice(secret: string, { body, headers }: RawNotice): ParsedNotice {
  const given = headers.get("x-nowpayments-sig") ?? "";
  if (given === "") return { kind: "refused", reason: "no-signature" };
  const tree = rawObjectOrNull(body);
  if (tree === null) return { kind: "refused", reason: "misshapen" };
  // Their own example makes objects of arrays while it sorts; other senders of theirs do not.
  const isSigned = (["kept", "as-objects"] as const).some((arrays) =>
    isSameText(
      given.toLowerCase(),
      createHmac("sha512", secret).update(sortedJsonText(tree, arrays)).digest("hex"),
    ),
  );
  if (!isSigned) return { kind: "refused", reason: "wrong-signature" };
  const parsed = Notice.safeParse(jsonOrNull(body));
  if (!parsed.success) return { kind: "refused", reason: "misshapen" };
  const { invoice_id, order_id } = parsed.data;
  const eventId = createHash("sha256").update(body).digest("hex");
  return { kind: "accepted", eventId, providerPaymentId: `${order_id ?? ""}:${invoice_id ?? 0}` };
}

function rawObjectOrNull(body: string): RawObject | null {
  try {
    return parseRawObject(body);
  } catch {
    return null;
  }
}
