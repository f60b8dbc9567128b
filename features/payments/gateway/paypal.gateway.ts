import {
  CheckoutPaymentIntent,
  type Order,
  PaypalExperienceUserAction,
  PaypalWalletContextShippingPreference,
} from "@paypal/paypal-server-sdk";
import { z } from "zod";
import {
  isChargeCurrency,
  minorOf,
  minorText,
} from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  answerOf,
  connectPayPal,
  type PayPalAccess,
  type PayPalClient,
} from "#features/payments/gateway/paypal-client.gateway.ts";
import { createPayPalVerifier } from "#features/payments/gateway/paypal-signature.gateway.ts";
import {
  GatewayFault,
  type OpenedPayment,
  type ParsedNotice,
  type PaymentGateway,
  type PaymentOrder,
  type Provider,
  type RefundAnswer,
  type RefundOrder,
} from "#features/payments/gateway/provider.gateway.ts";
import { jsonOrNull, understand } from "#features/payments/gateway/provider-http.gateway.ts";
import type { ProviderPayment } from "#features/payments/payments.rules.ts";
import { localeFacts } from "#lib/i18n/locales.ts";

export type PayPalOptions = PayPalAccess & {
  /** Of the webhook in PayPal's developer portal; a part of what is signed. */
  readonly webhookId: string;
};

export const payPalProvider: Provider = {
  id: "paypal",
  methods: [
    {
      id: "paypal",
      name: "PayPal",
      screen: "redirect",
      currency: "USD",
      roubles: [100, 100_000],
      marks: ["paypal"],
    },
  ],
  connect(settings, timeoutMs) {
    const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret } = settings;
    const { PAYPAL_WEBHOOK_ID: webhookId, PAYPAL_API_URL: apiUrl } = settings;
    return clientId && clientSecret && webhookId
      ? createPayPalGateway({ clientId, clientSecret, webhookId, apiUrl, timeoutMs })
      : null;
  },
};

const Id = z.string().min(1).max(255);
const Money = z.object({ currencyCode: z.string(), value: z.string() });
const Capture = z.object({ id: Id, status: z.string(), amount: Money });
const Refund = z.object({ id: Id, status: z.string(), amount: Money, customId: z.string().nullish() });
const OrderShape = z.object({
  id: Id,
  status: z.string(),
  payer: z.object({ payerId: z.string().nullish() }).nullish(),
  purchaseUnits: z
    .array(
      z.object({
        customId: z.string().nullish(),
        payments: z
          .object({ captures: z.array(Capture).nullish(), refunds: z.array(Refund).nullish() })
          .nullish(),
      }),
    )
    .length(1),
});
type OrderFacts = z.infer<typeof OrderShape>;

/**
 * PayPal orders. The payer approves on PayPal's page and the money is taken when we ask (a capture): `fetchStatus` does it as
 * soon as it finds the order approved, under a key of the order's own, so it happens once.
 */
export function createPayPalGateway(options: PayPalOptions): PaymentGateway {
  const paypal = connectPayPal(options);
  const verify = createPayPalVerifier(options.webhookId, options.apiUrl);
  return {
    id: "paypal",
    createPayment: (order) => openOrder(paypal, order),
    async parseWebhook(notice) {
      const verdict = await verify(notice);
      if (verdict !== "right") return { kind: "refused", reason: verdict };
      return aboutOrder(paypal, jsonOrNull(notice.body));
    },
    fetchStatus: (id) => readPayment(paypal, id),
    refund: (order) => sendRefund(paypal, order),
  };
}

async function openOrder(paypal: PayPalClient, order: PaymentOrder): Promise<OpenedPayment> {
  const { reference, amount, currency, returnUrl } = order;
  const made = await answerOf(() =>
    paypal.orders.createOrder({
      paypalRequestId: reference,
      prefer: "return=minimal",
      body: {
        intent: CheckoutPaymentIntent.Capture,
        purchaseUnits: [
          {
            customId: reference,
            description: order.description.slice(0, 127),
            amount: { currencyCode: currency, value: amount },
          },
        ],
        paymentSource: {
          paypal: {
            experienceContext: {
              brandName: order.description.slice(0, 127),
              locale: localeFacts[order.locale].payPages.payPal,
              returnUrl,
              cancelUrl: returnUrl,
              userAction: PaypalExperienceUserAction.PayNow,
              shippingPreference: PaypalWalletContextShippingPreference.NoShipping,
            },
          },
        },
      },
    }),
  );
  const page = made?.links?.find(({ rel }) => rel === "payer-action" || rel === "approve");
  if (!made?.id || !page || !/^https?:\/\//.test(page.href))
    throw new GatewayFault("an order without an address");
  return { providerPaymentId: made.id, redirectUrl: page.href };
}

async function readOrder(paypal: PayPalClient, id: string): Promise<OrderFacts | null> {
  const order = await answerOf<Order>(() => paypal.orders.getOrder({ id }), [404]);
  if (!order) return null;
  const facts = understand(OrderShape, order);
  if (facts.id !== id) throw new GatewayFault("answered about another order");
  return facts;
}

async function readPayment(paypal: PayPalClient, id: string): Promise<ProviderPayment | null> {
  const found = await readOrder(paypal, id);
  if (!found) return null;
  const order = found.status === "APPROVED" ? ((await capture(paypal, id)) ?? found) : found;
  const [unit] = order.purchaseUnits;
  const taken = unit?.payments?.captures?.[0];
  const reversed = taken && isPaid(taken.status) ? await reversalOf(paypal, order, taken) : null;
  return {
    providerPaymentId: order.id,
    reference: unit?.customId ?? "",
    state: stateOf(order, taken?.status),
    paidAmount: taken?.amount.value ?? "0.00",
    paidCurrency: taken?.amount.currencyCode ?? "",
    reversed,
    payerFingerprint: order.payer?.payerId ?? null,
  };
}

/** Takes the approved money; null when PayPal refuses it for now (the payer may choose another source) or has done it. */
async function capture(paypal: PayPalClient, id: string): Promise<OrderFacts | null> {
  const captured = await answerOf(
    () =>
      paypal.orders.captureOrder({ id, paypalRequestId: `capture-${id}`, prefer: "return=representation" }),
    [422],
  );
  return captured ? readOrder(paypal, id) : null;
}

function isPaid(capture: string): boolean {
  return ["COMPLETED", "REFUNDED", "PARTIALLY_REFUNDED"].includes(capture);
}

function stateOf(order: OrderFacts, capture: string | undefined): ProviderPayment["state"] {
  if (capture !== undefined) {
    if (isPaid(capture)) return "paid";
    return capture === "PENDING" ? "processing" : "declined";
  }
  return order.status === "VOIDED" ? "expired" : "open";
}

const Disputes = z.object({
  items: z
    .array(
      z.object({
        dispute_id: Id,
        status: z.string(),
        dispute_life_cycle_stage: z.string().nullish(),
        dispute_amount: z.object({ currency_code: z.string(), value: z.string() }),
      }),
    )
    .nullish(),
});
const Outcome = z.object({
  dispute_outcome: z
    .object({ outcome_code: z.string(), amount_refunded: z.object({ value: z.string() }).nullish() })
    .nullish(),
});

async function reversalOf(
  paypal: PayPalClient,
  order: OrderFacts,
  capture: z.infer<typeof Capture>,
): Promise<ProviderPayment["reversed"]> {
  const currency = capture.amount.currencyCode;
  if (!isChargeCurrency(currency)) return null;
  const minor = (text: string): bigint => {
    const read = minorOf(text, currency);
    if (read === null) throw new GatewayFault(`misshapen amount ${text.slice(0, 40)}`);
    return read;
  };
  const refunded = (order.purchaseUnits[0]?.payments?.refunds ?? [])
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING")
    .reduce((sum, { amount }) => sum + minor(amount.value), 0n);
  const disputed = (await listLosses(paypal, capture.id)).reduce((sum, value) => sum + minor(value), 0n);
  if (refunded + disputed === 0n) return null;
  return { as: disputed > 0n ? "charge_back" : "refund", amount: minorText(refunded + disputed, currency) };
}

/** What disputes have taken: PayPal holds the money from the claim on, and keeps it when the payer was right. */
async function listLosses(paypal: PayPalClient, captureId: string): Promise<string[]> {
  const read = (path: string, query: Record<string, string>) =>
    answerOf(async () => ({ result: await paypal.get(path, query) }), [404]);
  const list = await read("/v1/customer/disputes", { disputed_transaction_id: captureId });
  const losses: string[] = [];
  for (const dispute of (list ? understand(Disputes, list).items : null) ?? []) {
    if (dispute.status !== "RESOLVED") {
      if (dispute.dispute_life_cycle_stage !== "INQUIRY") losses.push(dispute.dispute_amount.value);
      continue;
    }
    const details = await read(`/v1/customer/disputes/${encodeURIComponent(dispute.dispute_id)}`, {});
    const outcome = details ? understand(Outcome, details).dispute_outcome : null;
    if (["RESOLVED_BUYER_FAVOUR", "ACCEPTED"].includes(outcome?.outcome_code ?? "")) {
      losses.push(outcome?.amount_refunded?.value ?? dispute.dispute_amount.value);
    }
  }
  return losses;
}

const refundStates: Readonly<Record<string, RefundAnswer["state"]>> = {
  COMPLETED: "done",
  PENDING: "pending",
  FAILED: "refused",
  CANCELLED: "refused",
};

/** PayPal forgets request ids after weeks, so the refund is looked for in the order first. */
async function sendRefund(paypal: PayPalClient, order: RefundOrder): Promise<RefundAnswer> {
  const facts = await readOrder(paypal, order.providerPaymentId);
  const payments = facts?.purchaseUnits[0]?.payments;
  const captureId = payments?.captures?.[0]?.id;
  if (!captureId) return { state: "refused", providerRefundId: null };
  const known = payments?.refunds?.find(({ customId }) => customId === order.reference);
  const refund = known ?? (await createRefund(paypal, captureId, order));
  if (!refund) return { state: "refused", providerRefundId: null };
  const state = refundStates[refund.status];
  if (!state) throw new GatewayFault(`a refund that is ${refund.status}`);
  return { state, providerRefundId: refund.id };
}

async function createRefund(
  paypal: PayPalClient,
  captureId: string,
  { reference, amount, currency }: RefundOrder,
): Promise<{ id: string; status: string } | null> {
  const refund = await answerOf(
    () =>
      paypal.payments.refundCapturedPayment({
        captureId,
        paypalRequestId: reference,
        prefer: "return=representation",
        body: { amount: { currencyCode: currency, value: amount }, customId: reference },
      }),
    [422],
  );
  return refund && understand(z.object({ id: Id, status: z.string() }), refund);
}

const Event = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,100}$/),
  event_type: z.string(),
  resource: z.object({
    id: Id.nullish(),
    supplementary_data: z.object({ related_ids: z.object({ order_id: Id.nullish() }).nullish() }).nullish(),
    links: z.array(z.object({ rel: z.string(), href: z.string() })).nullish(),
    disputed_transactions: z.array(z.object({ seller_transaction_id: Id.nullish() })).nullish(),
  }),
});

/** Which order an event is about: refunds and disputes name the capture, and PayPal knows its order. */
async function aboutOrder(paypal: PayPalClient, body: unknown): Promise<ParsedNotice> {
  const parsed = Event.safeParse(body);
  if (!parsed.success) return { kind: "refused", reason: "misshapen" };
  const { id: eventId, event_type: type, resource } = parsed.data;
  const orderId = type.startsWith("CHECKOUT.ORDER.")
    ? resource.id
    : (resource.supplementary_data?.related_ids?.order_id ??
      (await orderOfCapture(paypal, captureIdIn(type, resource))));
  return orderId ? { kind: "accepted", eventId, providerPaymentId: orderId } : { kind: "ignored" };
}

function captureIdIn(type: string, resource: z.infer<typeof Event>["resource"]): string | null {
  if (type.startsWith("CUSTOMER.DISPUTE."))
    return resource.disputed_transactions?.[0]?.seller_transaction_id ?? null;
  if (!type.startsWith("PAYMENT.CAPTURE.")) return null;
  const above = resource.links?.find(({ rel }) => rel === "up")?.href;
  return /\/v2\/payments\/captures\/([A-Za-z0-9-]{1,40})$/.exec(above ?? "")?.[1] ?? null;
}

async function orderOfCapture(paypal: PayPalClient, captureId: string | null): Promise<string | null> {
  if (captureId === null) return null;
  const found = await answerOf(() => paypal.payments.getCapturedPayment({ captureId }), [404]);
  return found?.supplementaryData?.relatedIds?.orderId ?? null;
}
