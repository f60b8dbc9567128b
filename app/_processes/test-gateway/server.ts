import { timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { z } from "zod";
import { type CouponShop, shopPage, soldPage } from "#app/_processes/test-gateway/coupon-shop.ts";
import { listPage, missingPage, pagePolicy, paymentPage } from "#app/_processes/test-gateway/pages.ts";
import { type GatewayPayment, type GatewayStore, payActions } from "#app/_processes/test-gateway/store.ts";
import { afterActions, refundedOf, testCards } from "#app/_processes/test-gateway/taking-back.ts";
import type { Health } from "#lib/api/health.ts";
import { sendPlainPage } from "#lib/http/plain-page.ts";
import { type Locale, locales, toLocale } from "#lib/i18n/locales.ts";
import { log } from "#lib/log.ts";
import { decimalRoubles, kopecks, parseRoubles } from "#lib/money/kopecks.ts";
import { readLimitedBody } from "#lib/net/limited-body.ts";

/** Payments on the page that lists them. */
const LISTED = 30;
const BODY_LIMITS = { packedBytes: 64 * 1024, unpackedBytes: 64 * 1024 };
const HttpUrl = z.url({ protocol: /^https?$/ });

const Order = z.strictObject({
  reference: z.string().min(1).max(100),
  amount: z.string().regex(/^\d{1,10}\.\d{2}$/),
  currency: z.literal("RUB"),
  description: z.string().max(200),
  locale: z.enum(locales),
  returnUrl: HttpUrl,
  notifyUrl: HttpUrl,
  expiresAt: z.iso.datetime(),
});

export type GatewayOptions = {
  store: GatewayStore;
  shop: CouponShop;
  secret: string;
  health: Health;
  /** The address people see the hosted page at. */
  publicUrl: string;
};

/**
 * The provider's API for shops (`/v1/payments`, private) and its hosted page (`/test-gateway/pay/{id}`); beside it a shop that
 * sells coupon codes (`/test-gateway/coupons`).
 */
export function createGatewayServer(options: GatewayOptions): Server {
  return createServer((request, response) => {
    if (options.health.handle(request, response)) return;
    answer(options, request, response).catch((error: unknown) => {
      log.warn({ error: (error as Error).message }, "request failed");
      if (response.headersSent) response.destroy();
      else sendJson(response, 400, { error: "bad request" });
    });
  });
}

async function answer(
  options: GatewayOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname } = new URL(request.url ?? "/", "http://gateway");
  options.store.turn();
  const [, pageId] = /^\/test-gateway\/pay\/([\w-]{1,80})$/.exec(pathname) ?? [];
  if (pageId !== undefined) return servePage(options, pageId, request, response);
  if (pathname === "/test-gateway") {
    return sendHtml(response, 200, listPage(options.store.list(LISTED), localeOf(request)));
  }
  if (pathname === "/test-gateway/coupons") return serveShop(options.shop, request, response);
  const isApi = pathname === "/v1/payments" || pathname.startsWith("/v1/payments/");
  if (!isApi) return sendHtml(response, 404, missingPage());
  if (!isSecret(request.headers.authorization ?? "", options.secret)) {
    return sendJson(response, 401, { error: "wrong secret" });
  }
  if (request.method === "POST" && pathname === "/v1/payments")
    return createPayment(options, request, response);
  const [, id = "", refunds] = /^\/v1\/payments\/([\w-]{1,80})(\/refunds)?$/.exec(pathname) ?? [];
  const payment = options.store.find(id);
  if (payment && refunds && request.method === "POST")
    return refundPayment(options, payment, request, response);
  if (!payment || refunds || request.method !== "GET")
    return sendJson(response, 404, { error: "no such payment" });
  sendJson(response, 200, statusOf(payment));
}

async function createPayment(
  { store, publicUrl }: GatewayOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const order = Order.safeParse(JSON.parse(await readLimitedBody(request, null, BODY_LIMITS)));
  if (!order.success) return sendJson(response, 422, { error: z.prettifyError(order.error) });
  const { expiresAt, ...rest } = order.data;
  const payment = store.create({ ...rest, expiresAtMs: Date.parse(expiresAt) });
  if (!payment) return sendJson(response, 409, { error: "this reference has another order" });
  sendJson(response, 201, { id: payment.id, payUrl: `${publicUrl}/test-gateway/pay/${payment.id}` });
}

const Refund = z.strictObject({
  reference: z.string().min(1).max(100),
  amount: z.string().regex(/^\d{1,10}\.\d{2}$/),
  currency: z.literal("RUB"),
});

async function refundPayment(
  { store }: GatewayOptions,
  payment: GatewayPayment,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const order = Refund.safeParse(JSON.parse(await readLimitedBody(request, null, BODY_LIMITS)));
  if (!order.success) return sendJson(response, 422, { error: z.prettifyError(order.error) });
  const { reference, amount } = order.data;
  const { id, state } = store.refund(payment, reference, parseRoubles(amount) ?? kopecks(0));
  sendJson(response, 200, { id, state });
}

function statusOf(payment: GatewayPayment) {
  const { id, reference, status, amount, currency, paidAmount, payer, chargedBack } = payment;
  return {
    id,
    reference,
    status,
    amount,
    currency,
    paidAmount,
    paidCurrency: currency,
    refundedAmount: decimalRoubles(refundedOf(payment)),
    chargedBackAmount: chargedBack,
    payer,
  };
}

async function servePage(
  { store }: GatewayOptions,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const payment = store.find(id);
  if (!payment) return sendHtml(response, 404, missingPage());
  if (request.method === "GET" || request.method === "HEAD") {
    return sendHtml(response, 200, paymentPage(payment));
  }
  if (request.method !== "POST") return sendJson(response, 405, { error: "method not allowed" });
  const form = new URLSearchParams(await readLimitedBody(request, null, BODY_LIMITS));
  const paying = z.enum(payActions).safeParse(form.get("action"));
  const after = z.enum(afterActions).safeParse(form.get("action"));
  if (!paying.success && !after.success) return sendHtml(response, 400, paymentPage(payment));
  const card = z.enum(testCards).safeParse(form.get("card"));
  if (paying.success) store.act(payment, paying.data, card.data);
  if (after.success) store.takeBack(payment, after.data);
  // Who pays goes back to the shop; who takes back sees what came of it.
  const location = after.success ? `/test-gateway/pay/${payment.id}` : payment.returnUrl;
  response.writeHead(303, { location, "cache-control": "no-store" }).end();
}

async function serveShop(
  shop: CouponShop,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const locale = localeOf(request);
  if (request.method === "GET" || request.method === "HEAD") {
    return sendHtml(response, 200, shopPage(shop, locale));
  }
  if (request.method !== "POST") return sendJson(response, 405, { error: "method not allowed" });
  const form = new URLSearchParams(await readLimitedBody(request, null, BODY_LIMITS));
  sendHtml(response, 200, soldPage(shop.sell(Number(form.get("kind"))), locale));
}

/** The language that the visitor has chosen in the shop. */
function localeOf(request: IncomingMessage): Locale {
  const [, chosen] = /(?:^|;\s*)locale=(\w{2})/.exec(request.headers.cookie ?? "") ?? [];
  return toLocale(chosen);
}

function isSecret(header: string, secret: string): boolean {
  const [left, right] = [Buffer.from(header), Buffer.from(`Bearer ${secret}`)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(JSON.stringify(body));
}

function sendHtml(response: ServerResponse, status: number, body: string): void {
  sendPlainPage(response, { status, body, policy: pagePolicy });
}
