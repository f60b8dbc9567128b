import { createHmac } from "node:crypto";
import { z } from "zod";
import { minorOf, minorText } from "#features/payments/charge-currency/charge-currency.rules.ts";
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
  callProvider,
  isSameText,
  jsonOrNull,
  understand,
} from "#features/payments/gateway/provider-http.gateway.ts";
import { limits, type ProviderPayment } from "#features/payments/payments.rules.ts";

const PaymentId = z.string().regex(/^tp_[A-Za-z0-9_-]{10,60}$/);
const Created = z.object({ id: PaymentId, payUrl: z.url({ protocol: /^https?$/ }) });
const Status = z.object({
  id: PaymentId,
  reference: z.string().max(100),
  status: z.enum(["open", "processing", "paid", "underpaid", "overpaid", "declined", "expired"]),
  paidAmount: z.string().max(40),
  paidCurrency: z.string().max(10),
  /** In all; both may be there. */
  refundedAmount: z.string().max(40).optional(),
  chargedBackAmount: z.string().max(40).optional(),
  /** The same for every payment of one card. */
  payer: z.string().max(100).nullish(),
});
const Refunded = z.object({
  id: z.string().regex(/^re_[A-Za-z0-9_-]{8,60}$/),
  state: z.enum(["done", "pending", "refused"]),
});
const Notice = z.object({ eventId: z.string().regex(/^[\x21-\x7e]{1,100}$/), paymentId: PaymentId });

export type TestGatewayOptions = {
  readonly url: string;
  readonly secret: string;
  readonly timeoutMs?: number | undefined;
};

export const testGatewayProvider: Provider = {
  id: "test-gateway",
  methods: [
    {
      id: "test-gateway",
      screen: "redirect",
      currency: "RUB",
      roubles: [10, 100_000],
      marks: ["test-gateway"],
    },
  ],
  connect({ TEST_GATEWAY_URL: url, TEST_GATEWAY_SECRET: secret }, timeoutMs) {
    return url && secret ? createTestGateway({ url, secret, timeoutMs }) : null;
  },
};

/**
 * The simulated provider of the default start. Its API takes the secret as a bearer token; its notices carry
 * `x-gateway-timestamp` (seconds) and `x-gateway-signature` (hex HMAC-SHA256 over `timestamp.body`).
 */
export function createTestGateway({ url, secret, timeoutMs }: TestGatewayOptions) {
  const call = (method: "GET" | "POST", path: string, body?: object) =>
    callProvider(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${secret}` },
      timeoutMs,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return {
    id: "test-gateway",
    async createPayment(order: PaymentOrder) {
      const answer = await call("POST", "/v1/payments", {
        ...order,
        expiresAt: order.expiresAt.toISOString(),
      });
      const { id, payUrl } = understand(Created, answer);
      return { providerPaymentId: id, redirectUrl: payUrl };
    },
    parseWebhook: (notice: RawNotice) => parseNotice(secret, notice),
    async fetchStatus(providerPaymentId: string) {
      const answer = await call("GET", `/v1/payments/${encodeURIComponent(providerPaymentId)}`);
      if (answer === null) return null;
      const status = understand(Status, answer);
      if (status.id !== providerPaymentId) throw new GatewayFault("answered about another payment");
      return toProviderPayment(status);
    },
    async refund({ providerPaymentId, reference, amount, currency }: RefundOrder): Promise<RefundAnswer> {
      const path = `/v1/payments/${encodeURIComponent(providerPaymentId)}/refunds`;
      const answer = await call("POST", path, { reference, amount, currency });
      if (answer === null) return { state: "refused", providerRefundId: null };
      const { id, state } = understand(Refunded, answer);
      return { state, providerRefundId: id };
    },
  } satisfies PaymentGateway;
}

function toProviderPayment(status: z.infer<typeof Status>): ProviderPayment {
  const isPaid = status.status === "underpaid" || status.status === "overpaid";
  return {
    providerPaymentId: status.id,
    reference: status.reference,
    state: isPaid ? "paid" : (status.status as ProviderPayment["state"]),
    paidAmount: status.paidAmount,
    paidCurrency: status.paidCurrency,
    reversed: reversalOf(status),
    payerFingerprint: status.payer ?? null,
  };
}

function reversalOf(status: z.infer<typeof Status>): ProviderPayment["reversed"] {
  const refunded = minorOf(status.refundedAmount ?? "0", "RUB");
  const chargedBack = minorOf(status.chargedBackAmount ?? "0", "RUB");
  if (refunded === null || chargedBack === null) throw new GatewayFault("misshapen amount reversed");
  if (refunded + chargedBack === 0n) return null;
  const amount = minorText(refunded + chargedBack, "RUB");
  return { as: chargedBack > 0n ? "charge_back" : "refund", amount };
}

function parseNotice(secret: string, { body, headers, atMs }: RawNotice): ParsedNotice {
  const timestamp = headers.get("x-gateway-timestamp") ?? "";
  const given = headers.get("x-gateway-signature") ?? "";
  if (timestamp === "" || given === "") return { kind: "refused", reason: "no-signature" };
  const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");
  if (!isSameText(given, expected)) return { kind: "refused", reason: "wrong-signature" };
  const ageSeconds = Math.abs(atMs / 1000 - Number(timestamp));
  if (!/^\d{9,11}$/.test(timestamp) || ageSeconds > limits.noticeAgeSeconds) {
    return { kind: "refused", reason: "wrong-time" };
  }
  const parsed = Notice.safeParse(jsonOrNull(body));
  if (!parsed.success) return { kind: "refused", reason: "misshapen" };
  return { kind: "accepted", eventId: parsed.data.eventId, providerPaymentId: parsed.data.paymentId };
}
