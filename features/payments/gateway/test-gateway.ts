import { createHmac, timingSafeEqual } from "node:crypto";
import { type Dispatcher, request } from "undici";
import { z } from "zod";
import {
  GatewayFault,
  type ParsedNotice,
  type PaymentGateway,
  type PaymentOrder,
  type RawNotice,
} from "#features/payments/gateway/provider.ts";
import { limits, type ProviderPayment } from "#features/payments/rules.ts";
import { readLimitedBody } from "#lib/net/limited-body.ts";

const TIMEOUT_MS = 5_000;
const ANSWER_LIMITS = { packedBytes: 64 * 1024, unpackedBytes: 64 * 1024 };

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
export function createTestGateway({ url, secret }: TestGatewayOptions): PaymentGateway {
  const call = (method: "GET" | "POST", path: string, body?: object) =>
    callApi(new URL(path, url), { method, secret, body });
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
    parseWebhook: (notice) => parseNotice(secret, notice),
    async fetchStatus(providerPaymentId) {
      const answer = await call("GET", `/v1/payments/${encodeURIComponent(providerPaymentId)}`);
      if (answer === null) return null;
      const status = understand(Status, answer);
      if (status.id !== providerPaymentId) throw new GatewayFault("answered about another payment");
      return toProviderPayment(status);
    },
    refund: null,
  };
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

function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type Call = { method: "GET" | "POST"; secret: string; body: object | undefined };

/** The answer's JSON, null for 404. Throws GatewayFault. */
async function callApi(url: URL, { method, secret, body }: Call): Promise<unknown> {
  try {
    const answer = await request(url, {
      method,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        authorization: `Bearer ${secret}`,
        accept: "application/json",
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return await readAnswer(answer);
  } catch (error) {
    if (error instanceof GatewayFault) throw error;
    throw new GatewayFault((error as Error).message || "no answer", { cause: error });
  }
}

async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<unknown> {
  if (statusCode === 404) {
    await body.dump();
    return null;
  }
  const encoding = headers["content-encoding"];
  const text = await readLimitedBody(body, encoding === undefined ? null : String(encoding), ANSWER_LIMITS);
  if (statusCode < 200 || statusCode > 299) throw new GatewayFault(`HTTP ${statusCode}`);
  return JSON.parse(text);
}

function understand<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer);
  if (!parsed.success) throw new GatewayFault(`misshapen answer: ${parsed.error.issues[0]?.path.join(".")}`);
  return parsed.data;
}
