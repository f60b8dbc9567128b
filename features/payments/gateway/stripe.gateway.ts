import Stripe from "stripe";
import { z } from "zod";
import {
  isChargeCurrency,
  minorOf,
  minorText,
} from "#features/payments/charge-currency/charge-currency.rules.ts";
import {
  GatewayFault,
  type OpenedPayment,
  type ParsedNotice,
  type PaymentGateway,
  type PaymentOrder,
  type Provider,
  type RawNotice,
  type RefundAnswer,
  type RefundOrder,
} from "#features/payments/gateway/provider.gateway.ts";
import { toGatewayFault, understand } from "#features/payments/gateway/provider-http.gateway.ts";
import { limits, type ProviderPayment } from "#features/payments/payments.rules.ts";
import { localeFacts } from "#lib/i18n/locales.ts";
import { readLimitedBody } from "#lib/net/limited-body.ts";

const TIMEOUT_MS = 8_000;
const ANSWER_LIMITS = { packedBytes: 512 * 1024, unpackedBytes: 512 * 1024 };

export type StripeOptions = {
  readonly secretKey: string;
  /** Of the endpoint that notices go to (`whsec_...`). */
  readonly webhookSecret: string;
  /** Another address than Stripe's own; for tests. */
  readonly apiUrl?: string | undefined;
  readonly timeoutMs?: number | undefined;
};

export const stripeProvider: Provider = {
  id: "stripe",
  methods: [
    {
      id: "card",
      screen: "redirect",
      currency: "USD",
      // Stripe takes no charge below half a dollar.
      roubles: [100, 100_000],
      marks: ["visa", "mastercard"],
    },
  ],
  connect(settings, timeoutMs) {
    const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
    const { STRIPE_API_URL: apiUrl } = settings;
    return secretKey && webhookSecret
      ? createStripeGateway({ secretKey, webhookSecret, apiUrl, timeoutMs })
      : null;
  },
};

const Minor = z.number().int().min(0);
const Id = z.string().min(1).max(255);
const Charge = z.object({
  amount_refunded: Minor,
  disputed: z.boolean(),
  payment_method_details: z
    .object({ card: z.object({ fingerprint: z.string().nullish() }).nullish() })
    .nullish(),
});
const Intent = z.object({
  id: Id,
  status: z.string(),
  amount_received: Minor,
  currency: z.string(),
  latest_charge: Charge.nullish(),
});
const Session = z.object({
  id: Id,
  url: z.url({ protocol: /^https?$/ }).nullish(),
  client_reference_id: z.string().nullish(),
  status: z.enum(["open", "complete", "expired"]),
  payment_status: z.enum(["paid", "unpaid", "no_payment_required"]),
  payment_intent: Intent.nullish(),
});
const Disputes = z.object({ data: z.array(z.object({ amount: Minor, status: z.string() })) });
const Refund = z.object({
  id: Id,
  status: z.string().nullable(),
  metadata: z.record(z.string(), z.string()).nullish(),
});
const Refunds = z.object({ data: z.array(Refund.extend({ amount: Minor })) });

/** Money is with the payer's bank from the day a dispute is opened until it is won; inquiries take nothing. */
const holdingDisputes = new Set(["needs_response", "under_review", "lost"]);

/**
 * Cards through Stripe Checkout. A payment is a checkout session; the charge behind it tells what came, what was refunded
 * and the card's fingerprint. Signatures are checked by Stripe's own library.
 */
export function createStripeGateway(options: StripeOptions): PaymentGateway {
  const stripe = connect(options);
  return {
    id: "stripe",
    createPayment: (order) => asked(() => openSession(stripe, order)),
    parseWebhook: (notice) => asked(() => readNotice(stripe, options.webhookSecret, notice)),
    fetchStatus: (id) => asked(() => readSession(stripe, id)),
    refund: (order) => asked(() => sendRefund(stripe, order)),
  };
}

function connect({ secretKey, apiUrl, timeoutMs }: StripeOptions): Stripe {
  const url = apiUrl === undefined ? null : new URL(apiUrl);
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(limitedFetch),
    timeout: timeoutMs ?? TIMEOUT_MS,
    // Repeated by our own sweep, with the same keys.
    maxNetworkRetries: 0,
    telemetry: false,
    ...(url
      ? { protocol: url.protocol === "http:" ? "http" : "https", host: url.hostname, port: url.port || 443 }
      : {}),
  });
}

/** Stripe's library reads answers of any size; this one does not. */
const limitedFetch: typeof fetch = async (input, init) => {
  const answer = await fetch(input, { ...init, redirect: "error" });
  const text = answer.body ? await readLimitedBody(answer.body, null, ANSWER_LIMITS) : "";
  return new Response(text, { status: answer.status, headers: answer.headers });
};

async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toGatewayFault(error);
  }
}

async function openSession(stripe: Stripe, order: PaymentOrder): Promise<OpenedPayment> {
  const { reference, currency } = order;
  const session = await stripe.checkout.sessions.create(
    {
      mode: "payment",
      allowed_payment_method_types: ["card"],
      client_reference_id: reference,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: currency.toLowerCase(),
            unit_amount: minorNumber(order.amount, currency),
            product_data: { name: order.description },
          },
        },
      ],
      payment_intent_data: { metadata: { reference } },
      success_url: order.returnUrl,
      cancel_url: order.returnUrl,
      expires_at: Math.floor(order.expiresAt.getTime() / 1000),
      locale: localeFacts[order.locale].payPages.stripe,
    },
    { idempotencyKey: reference },
  );
  const { id, url } = understand(Session, session);
  if (!url) throw new GatewayFault("a session without an address");
  return { providerPaymentId: id, redirectUrl: url };
}

/** Whole cents as a number, as Stripe takes them. */
function minorNumber(amount: string, currency: PaymentOrder["currency"]): number {
  const minor = minorOf(amount, currency);
  if (minor === null) throw new GatewayFault(`cannot ask for ${amount} ${currency}`);
  return Number(minor);
}

async function retrieve(stripe: Stripe, id: string): Promise<z.infer<typeof Session> | null> {
  try {
    const expand = ["payment_intent.latest_charge"];
    const session = understand(Session, await stripe.checkout.sessions.retrieve(id, { expand }));
    if (session.id !== id) throw new GatewayFault("answered about another session");
    return session;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404) return null;
    throw error;
  }
}

async function readSession(stripe: Stripe, id: string): Promise<ProviderPayment | null> {
  const session = await retrieve(stripe, id);
  if (!session) return null;
  const intent = session.payment_intent ?? null;
  const currency = (intent?.currency ?? "").toUpperCase();
  const amountOf = (minor: bigint) =>
    isChargeCurrency(currency) ? minorText(minor, currency) : String(minor);
  const reversed = intent?.latest_charge ? await reversalOf(stripe, intent.id, intent.latest_charge) : null;
  return {
    providerPaymentId: session.id,
    reference: session.client_reference_id ?? "",
    state: stateOf(session),
    paidAmount: amountOf(BigInt(intent?.amount_received ?? 0)),
    paidCurrency: currency,
    reversed: reversed && { as: reversed.as, amount: amountOf(reversed.minor) },
    payerFingerprint: intent?.latest_charge?.payment_method_details?.card?.fingerprint ?? null,
  };
}

function stateOf({
  status,
  payment_status,
  payment_intent,
}: z.infer<typeof Session>): ProviderPayment["state"] {
  if (payment_status === "paid") return "paid";
  if (status === "expired") return "expired";
  if (status === "open") return "open";
  const hasFailed = ["requires_payment_method", "canceled"].includes(payment_intent?.status ?? "");
  return hasFailed ? "declined" : "processing";
}

async function reversalOf(
  stripe: Stripe,
  intentId: string,
  charge: z.infer<typeof Charge>,
): Promise<{ as: "refund" | "charge_back"; minor: bigint } | null> {
  const disputes = charge.disputed
    ? understand(Disputes, await stripe.disputes.list({ payment_intent: intentId, limit: 100 })).data
    : [];
  const held = disputes
    .filter(({ status }) => holdingDisputes.has(status))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  const minor = held + (await refundedOf(stripe, intentId, BigInt(charge.amount_refunded)));
  if (minor === 0n) return null;
  return { as: held > 0n ? "charge_back" : "refund", minor };
}

/** A refund may fail days after it succeeded; Stripe does not promise that it is taken off the charge's sum then. */
async function refundedOf(stripe: Stripe, intentId: string, summed: bigint): Promise<bigint> {
  if (summed === 0n) return 0n;
  const standing = (await listRefunds(stripe, intentId))
    .filter(({ status }) => refundStates[status ?? "pending"] !== "refused")
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return standing < summed ? standing : summed;
}

async function listRefunds(stripe: Stripe, intentId: string): Promise<z.infer<typeof Refunds>["data"]> {
  return understand(Refunds, await stripe.refunds.list({ payment_intent: intentId, limit: 100 })).data;
}

const refundStates: Readonly<Record<string, RefundAnswer["state"]>> = {
  succeeded: "done",
  pending: "pending",
  requires_action: "pending",
  failed: "refused",
  canceled: "refused",
};

/** Stripe forgets idempotency keys after a day, so the refund is looked for first. */
async function sendRefund(stripe: Stripe, order: RefundOrder): Promise<RefundAnswer> {
  const session = await retrieve(stripe, order.providerPaymentId);
  const intent = session?.payment_intent;
  if (!intent) return { state: "refused", providerRefundId: null };
  const earlier = (await listRefunds(stripe, intent.id)).find(
    ({ metadata }) => metadata?.reference === order.reference,
  );
  const refund = earlier ?? (await createRefund(stripe, intent.id, order));
  if (!refund) return { state: "refused", providerRefundId: null };
  const state = refundStates[refund.status ?? "pending"];
  if (!state) throw new GatewayFault(`a refund that is ${refund.status}`);
  return { state, providerRefundId: refund.id };
}

async function createRefund(
  stripe: Stripe,
  intentId: string,
  { amount, currency, reference }: RefundOrder,
): Promise<z.infer<typeof Refund> | null> {
  try {
    const refund = await stripe.refunds.create(
      { payment_intent: intentId, amount: minorNumber(amount, currency), metadata: { reference } },
      { idempotencyKey: reference },
    );
    return understand(Refund, refund);
  } catch (error) {
    // More than is left, or disputed: it will never be sent.
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400) return null;
    throw error;
  }
}

async function readNotice(stripe: Stripe, secret: string, notice: RawNotice): Promise<ParsedNotice> {
  const header = notice.headers.get("stripe-signature");
  if (!header) return { kind: "refused", reason: "no-signature" };
  let event: Stripe.Event;
  try {
    event = stripe.webhooks.constructEvent(
      notice.body,
      header,
      secret,
      limits.noticeAgeSeconds,
      undefined,
      notice.atMs,
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) {
      return { kind: "refused", reason: "misshapen" };
    }
    const isOld = /tolerance/i.test(error.message);
    return { kind: "refused", reason: isOld ? "wrong-time" : "wrong-signature" };
  }
  return aboutSession(stripe, event);
}

const EventShape = z.object({
  id: z.string().regex(/^[\x21-\x7e]{1,100}$/),
  type: z.string(),
  data: z.object({ object: z.object({ id: Id.nullish(), payment_intent: Id.nullish() }) }),
});

/** Which session an event is about: its own events name it, those of charges, refunds and disputes the payment behind it. */
async function aboutSession(stripe: Stripe, event: unknown): Promise<ParsedNotice> {
  const parsed = EventShape.safeParse(event);
  if (!parsed.success) return { kind: "refused", reason: "misshapen" };
  const { id: eventId, type, data } = parsed.data;
  if (type.startsWith("checkout.session.")) {
    if (!data.object.id) return { kind: "refused", reason: "misshapen" };
    return { kind: "accepted", eventId, providerPaymentId: data.object.id };
  }
  const intentId = data.object.payment_intent;
  if (!/^(charge|refund)\./.test(type) || !intentId) return { kind: "ignored" };
  const Sessions = z.object({ data: z.array(z.object({ id: Id })) });
  const { data: found } = understand(
    Sessions,
    await stripe.checkout.sessions.list({ payment_intent: intentId, limit: 1 }),
  );
  const session = found[0];
  return session ? { kind: "accepted", eventId, providerPaymentId: session.id } : { kind: "ignored" };
}
