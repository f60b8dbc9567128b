import { createHmac } from "node:crypto";
import { z } from "zod";
import {
  type ChargeCurrency,
  currencyDecimals,
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
  type RefundAnswer,
  type RefundOrder,
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
import { localeFacts } from "#lib/i18n/locales.ts";
import { parseDecimal, roundDecimal } from "#lib/money/decimal.ts";

type BtcPayOptions = {
  readonly url: string;
  readonly storeId: string;
  readonly apiKey: string;
  /** Of the store's webhook, which the operator sets up there. */
  readonly webhookSecret: string;
  readonly timeoutMs?: number | undefined;
};

export const btcPayProvider: Provider = {
  id: "btcpay",
  methods: [
    { id: "btcpay", screen: "redirect", currency: "USD", roubles: [500, 1_000_000], marks: ["bitcoin"] },
  ],
  connect(settings, timeoutMs) {
    const { BTCPAY_URL: url, BTCPAY_STORE_ID: storeId, BTCPAY_API_KEY: apiKey } = settings;
    const { BTCPAY_WEBHOOK_SECRET: webhookSecret } = settings;
    return url && storeId && apiKey && webhookSecret
      ? createBtcPay({ url, storeId, apiKey, webhookSecret, timeoutMs })
      : null;
  },
};

const Id = z.string().regex(/^[A-Za-z0-9_-]{1,80}$/);
const Invoice = z.object({
  id: Id,
  storeId: z.string(),
  amount: z.string(),
  paidAmount: z.string(),
  currency: z.string(),
  checkoutLink: z.url({ protocol: /^https?$/ }),
  status: z.enum(["New", "Processing", "Expired", "Invalid", "Settled"]),
  additionalStatus: z.enum(["None", "PaidLate", "PaidPartial", "Marked", "Invalid", "PaidOver"]),
  archived: z.boolean(),
  metadata: z.object({ orderId: z.string().nullish() }),
});
type Invoice = z.infer<typeof Invoice>;
const Notice = z.object({ deliveryId: z.string().min(1).max(100), storeId: z.string(), invoiceId: Id });
const PullPayment = z.object({ id: Id, name: z.string().nullish(), archived: z.boolean() });
type PullPayment = z.infer<typeof PullPayment>;
const Payout = z.object({
  id: Id,
  state: z.string(),
  originalCurrency: z.string(),
  originalAmount: z.string(),
});

type Call = (method: "GET" | "POST", path: string, body?: object) => Promise<unknown>;

/**
 * BTCPay Server (Greenfield API) with an own store. Notices carry `BTCPay-Sig`: `sha256=` and the hex HMAC-SHA256 of the raw
 * body. Creating is not idempotent there, so an invoice is looked up by our reference first. A refund is a pull payment from
 * which the payer takes the money, to an address of their own.
 */
function createBtcPay(options: BtcPayOptions): PaymentGateway {
  const { url, storeId, apiKey, webhookSecret, timeoutMs } = options;
  const call: Call = (method, path, body) =>
    callProvider(addressAt(url, `api/v1/${path}`), {
      method,
      timeoutMs,
      // The list of pull payments has no filter: some ten thousand of them fit.
      answerBytes: 4 * 1024 * 1024,
      headers: { authorization: `token ${apiKey}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const store = `stores/${encodeURIComponent(storeId)}`;
  return {
    id: "btcpay",
    async createPayment(order) {
      const found = await findInvoice(call, store, order);
      const invoice =
        found ?? understand(Invoice, await call("POST", `${store}/invoices`, newInvoice(order)));
      return { providerPaymentId: invoice.id, redirectUrl: invoice.checkoutLink };
    },
    parseWebhook: (notice) => parseNotice(webhookSecret, storeId, notice),
    async fetchStatus(providerPaymentId) {
      const answer = await call("GET", `${store}/invoices/${encodeURIComponent(providerPaymentId)}`);
      if (answer === null) return null;
      const invoice = understand(Invoice, answer);
      if (invoice.id !== providerPaymentId) throw new GatewayFault("answered about another invoice");
      const payment = toProviderPayment(invoice);
      // Only a settled invoice can have been refunded.
      if (payment.state !== "paid") return payment;
      const refunded = await readRefunded(call, store, payment);
      return refunded > 0n ? { ...payment, reversed: reversalOf(refunded, payment) } : payment;
    },
    refund: (order) => refund(call, store, order),
  };
}

async function findInvoice(call: Call, store: string, order: PaymentOrder): Promise<Invoice | null> {
  const query = new URLSearchParams({ orderId: order.reference, take: "10" });
  const listed = understand(z.array(Invoice), await call("GET", `${store}/invoices?${query}`));
  const found = listed.find(({ metadata, archived }) => metadata.orderId === order.reference && !archived);
  if (!found) return null;
  const isSame =
    found.currency === order.currency &&
    minorOf(found.amount, order.currency) === minorOf(order.amount, order.currency);
  if (!isSame) throw new GatewayFault("another invoice has this reference");
  return found;
}

function newInvoice(order: PaymentOrder) {
  const minutes = Math.ceil((order.expiresAt.getTime() - nowMs()) / 60_000);
  return {
    amount: order.amount,
    currency: order.currency,
    metadata: { orderId: order.reference, itemDesc: order.description },
    checkout: {
      expirationMinutes: Math.max(1, minutes),
      // What differs from the amount has a state of its own here.
      paymentTolerance: 0,
      redirectURL: order.returnUrl,
      redirectAutomatically: true,
      defaultLanguage: localeFacts[order.locale].tag,
    },
  };
}

function toProviderPayment(invoice: Invoice): ProviderPayment {
  const { currency } = invoice;
  if (!isChargeCurrency(currency)) throw new GatewayFault(`priced in ${currency.slice(0, 10)}`);
  const paid = paidMinorOf(invoice, currency);
  return {
    providerPaymentId: invoice.id,
    reference: invoice.metadata.orderId ?? "",
    state: stateOf(invoice, paid),
    paidAmount: minorText(paid, currency),
    paidCurrency: currency,
    reversed: null,
    payerFingerprint: null,
  };
}

/**
 * What came, in the smallest units. Coins are rounded up when they are asked for, so a settled invoice may have got a trifle
 * more than its amount: whether that is too much, the server says.
 */
function paidMinorOf(
  { amount, paidAmount, status, additionalStatus }: Invoice,
  currency: ChargeCurrency,
): bigint {
  const asked = minorOf(amount, currency);
  const came = parseDecimal(paidAmount);
  if (asked === null || came === null) throw new GatewayFault("amounts that cannot be read");
  const paid = roundDecimal(came, currencyDecimals[currency]);
  if (status === "Settled" && additionalStatus === "PaidOver") return paid > asked ? paid : asked + 1n;
  // Marked by hand: only what came counts.
  if (status === "Settled" && additionalStatus !== "Marked") return asked;
  return paid;
}

function stateOf({ status, additionalStatus }: Invoice, paid: bigint): ProviderPayment["state"] {
  if (status === "New") return "open";
  if (status === "Processing") return "processing";
  if (status === "Settled") return paid > 0n ? "paid" : "declined";
  if (status === "Invalid") return "declined";
  return additionalStatus === "PaidPartial" && paid > 0n ? "paid" : "expired";
}

function parseNotice(secret: string, storeId: string, { body, headers }: RawNotice): ParsedNotice {
  const given = headers.get("btcpay-sig") ?? "";
  if (given === "") return { kind: "refused", reason: "no-signature" };
  const expected = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  if (!isSameText(given, expected)) return { kind: "refused", reason: "wrong-signature" };
  const parsed = Notice.safeParse(jsonOrNull(body));
  if (!parsed.success || parsed.data.storeId !== storeId) return { kind: "refused", reason: "misshapen" };
  return { kind: "accepted", eventId: parsed.data.deliveryId, providerPaymentId: parsed.data.invoiceId };
}

/** As the server names refunds that are made on its own pages; ours have our reference behind it. */
function refundName(invoiceId: string): string {
  return `Refund ${invoiceId}`;
}

async function listRefunds(call: Call, store: string, invoiceId: string): Promise<PullPayment[]> {
  const query = new URLSearchParams({ includeArchived: "true" });
  const all = understand(z.array(PullPayment), await call("GET", `${store}/pull-payments?${query}`));
  const name = refundName(invoiceId);
  return all.filter((pull) => pull.name === name || pull.name?.startsWith(`${name} `));
}

async function listPayouts(call: Call, pull: PullPayment) {
  const answer = await call("GET", `pull-payments/${encodeURIComponent(pull.id)}/payouts`);
  return understand(z.array(Payout), answer);
}

/** What payers have taken by refunds, in the smallest units; of one in coins nobody can say less than all. */
async function readRefunded(call: Call, store: string, payment: ProviderPayment): Promise<bigint> {
  const { paidCurrency: currency } = payment;
  const pulls = await listRefunds(call, store, payment.providerPaymentId);
  const payouts = (await Promise.all(pulls.map((pull) => listPayouts(call, pull)))).flat();
  const done = payouts.filter(({ state }) => state === "Completed");
  return done.reduce((sum, { originalCurrency, originalAmount }) => {
    const isSame = originalCurrency === currency && isChargeCurrency(currency);
    return sum + ((isSame ? minorOf(originalAmount, currency) : null) ?? minorIn(payment));
  }, 0n);
}

function minorIn({ paidAmount, paidCurrency }: ProviderPayment): bigint {
  return (isChargeCurrency(paidCurrency) ? minorOf(paidAmount, paidCurrency) : null) ?? 0n;
}

function reversalOf(refunded: bigint, payment: ProviderPayment): ProviderPayment["reversed"] {
  const { paidCurrency } = payment;
  if (!isChargeCurrency(paidCurrency)) return null;
  const paid = minorIn(payment);
  return { as: "refund", amount: minorText(refunded < paid ? refunded : paid, paidCurrency) };
}

/**
 * A refund is found again by its name, so the same order opens it once. The id of the pull payment stays in here: with it and the
 * server's address anybody names an address for what is left of it. What is told of a refund is the payout that is complete.
 */
async function refund(call: Call, store: string, order: RefundOrder): Promise<RefundAnswer> {
  const name = `${refundName(order.providerPaymentId)} ${order.reference}`;
  const known = (await listRefunds(call, store, order.providerPaymentId)).find((pull) => pull.name === name);
  const pull = known ?? (await openRefund(call, store, name, order));
  if (pull === null) return { state: "refused", providerRefundId: null };
  const payouts = await listPayouts(call, pull);
  const complete = payouts.find(({ state }) => state === "Completed");
  if (complete) return { state: "done", providerRefundId: complete.id };
  const isWaiting = !pull.archived || payouts.some(({ state }) => state !== "Cancelled");
  return { state: isWaiting ? "pending" : "refused", providerRefundId: null };
}

async function openRefund(
  call: Call,
  store: string,
  name: string,
  order: RefundOrder,
): Promise<PullPayment | null> {
  const invoice = encodeURIComponent(order.providerPaymentId);
  const answer = await call("POST", `${store}/invoices/${invoice}/refund`, {
    name,
    payoutMethodId: "BTC-CHAIN",
    refundVariant: "Custom",
    customAmount: order.amount,
    customCurrency: order.currency,
  });
  return answer === null ? null : understand(PullPayment, answer);
}
