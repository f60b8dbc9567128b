import { createHmac } from "node:crypto";
import { z } from "zod";
import { callProvider, isSameText, jsonOrNull, understand } from "#features/payments/gateway/http.ts";
import {
  GatewayFault,
  type ParsedNotice,
  type PaymentGateway,
  type PaymentOrder,
  type RawNotice,
} from "#features/payments/gateway/provider.ts";
import { limits, type ProviderPayment } from "#features/payments/rules.ts";

const PaymentId = z.string().regex(/^tp_[A-Za-z0-9_-]{10,60}$/);
const Created = z.object({ id: PaymentId, payUrl: z.url({ protocol: /^https?$/ }) });
const Status = z.object({
  id: PaymentId,
  reference: z.string().max(100),
  status: z.enum(["open", "processing", "paid", "underpaid", "overpaid", "declined", "expired"]),
  paidAmount: z.string().max(40),
  paidCurrency: z.string().max(10),
});
const Notice = z.object({ eventId: z.string().regex(/^[\x21-\x7e]{1,100}$/), paymentId: PaymentId });

export type TestGatewayOptions = { readonly url: string; readonly secret: string };

/**
 * The simulated provider of the default start. Its API takes the secret as a bearer token; its notices carry
 * `x-gateway-timestamp` (seconds) and `x-gateway-signature` (hex HMAC-SHA256 over `timestamp.body`).
 */
export function createTestGateway({ url, secret }: TestGatewayOptions) {
  const call = (method: "GET" | "POST", path: string, body?: object) =>
    callProvider(new URL(path, url), {
      method,
      headers: { authorization: `Bearer ${secret}` },
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
    refund: null,
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
    takenBack: null,
    payerFingerprint: null,
  };
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
