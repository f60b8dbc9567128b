import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GatewayFault, type PaymentOrder } from "#features/payments/gateway/provider.gateway.ts";
import { createTestGateway } from "#features/payments/gateway/test-gateway.gateway.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";

const SECRET = "the secret of this test";
const folder = mkdtempSync(path.join(os.tmpdir(), "sms-den-gateway-"));
const notices: { headers: IncomingHttpHeaders; body: string }[] = [];
/** The shop fails this many times before it answers 200. */
let shopFailures = 0;
let shop: Server;
let provider: SpawnedProcess;
let gateway: ReturnType<typeof gatewayAt>;

const start = () =>
  spawnProcess("test-gateway", {
    DEMO: "1",
    DATA_FOLDER: folder,
    PUBLIC_URL: "http://shop.test",
    TEST_GATEWAY_URL: "http://127.0.0.1:0",
    TEST_GATEWAY_SECRET: SECRET,
    TEST_GATEWAY_SLOWEST_NOTICE_MS: "300",
  });
const at = (port: number) => `http://127.0.0.1:${port}`;
const gatewayAt = (port: number, secret = SECRET) => createTestGateway({ url: at(port), secret });

beforeAll(async () => {
  shop = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      if (shopFailures > 0) {
        shopFailures -= 1;
        response.writeHead(503).end();
        return;
      }
      notices.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(200).end("{}");
    });
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  provider = await start();
  gateway = gatewayAt(provider.port);
});

afterAll(async () => {
  await provider.stop();
  shop.closeAllConnections();
  shop.close();
  rmSync(folder, { recursive: true });
});

function order(part: Partial<PaymentOrder> = {}): PaymentOrder {
  return {
    reference: `payment-${randomUUID()}`,
    amount: "100.50",
    currency: "RUB",
    description: "SMS Den",
    locale: "en",
    returnUrl: "http://shop.test/success-payment?payment=1",
    notifyUrl: `${at((shop.address() as AddressInfo).port)}/notices`,
    expiresAt: new Date(Date.now() + 3_600_000),
    ...part,
  };
}

const pageOf = (id: string) => `${at(provider.port)}/test-gateway/pay/${id}`;
const press = (id: string, action: string) =>
  fetch(pageOf(id), { method: "POST", body: new URLSearchParams({ action }), redirect: "manual" });
const noticesOf = (id: string) => notices.filter(({ body }) => JSON.parse(body).paymentId === id);
const raw = ({ headers, body }: { headers: IncomingHttpHeaders; body: string }) => ({
  body,
  headers: new Headers(headers as Record<string, string>),
  atMs: Date.now(),
});

describe("the test gateway over its port", () => {
  test("a payment is made once per reference and paid on its page", async () => {
    const wanted = order();
    const { providerPaymentId, redirectUrl } = await gateway.createPayment(wanted);
    expect(redirectUrl).toBe(`http://shop.test/test-gateway/pay/${providerPaymentId}`);
    expect(await gateway.createPayment(wanted)).toEqual({ providerPaymentId, redirectUrl });
    await expect(gateway.createPayment({ ...wanted, amount: "1.00" })).rejects.toThrow(GatewayFault);
    expect(await gateway.fetchStatus(providerPaymentId)).toEqual({
      providerPaymentId,
      reference: wanted.reference,
      state: "open",
      paidAmount: "0.00",
      paidCurrency: "RUB",
      reversed: null,
      payerFingerprint: null,
    });

    const page = await fetch(pageOf(providerPaymentId));
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(html).toContain("Pay 100,50\u00a0₽");
    expect(html).not.toContain("<script");
    const paid = await press(providerPaymentId, "pay");
    expect([paid.status, paid.headers.get("location")]).toEqual([303, wanted.returnUrl]);
    expect(await gateway.fetchStatus(providerPaymentId)).toMatchObject({
      state: "paid",
      paidAmount: "100.50",
    });
    await press(providerPaymentId, "decline");
    expect(await gateway.fetchStatus(providerPaymentId)).toMatchObject({ state: "paid" });
    expect(await (await fetch(pageOf(providerPaymentId))).text()).toContain("Paid.");
  });

  test.each([
    ["less", "paid", "50.25"],
    ["more", "paid", "150.50"],
    ["decline", "declined", "0.00"],
    ["later", "processing", "0.00"],
  ])("the button '%s' leads to %s, %s", async (action, state, paidAmount) => {
    const { providerPaymentId } = await gateway.createPayment(order());
    await press(providerPaymentId, action);
    expect(await gateway.fetchStatus(providerPaymentId)).toMatchObject({ state, paidAmount });
  });

  test("what is confirmed later is paid by itself, and told", async () => {
    const { providerPaymentId } = await gateway.createPayment(order());
    await press(providerPaymentId, "later");
    await eventually(async () =>
      expect(await gateway.fetchStatus(providerPaymentId)).toMatchObject({ state: "paid" }),
    );
    await eventually(() =>
      expect(noticesOf(providerPaymentId).some(({ body }) => body.includes("payment.paid"))).toBe(true),
    );
  });

  test("every notice comes two or three times, signed, and again until the shop takes it in", async () => {
    const { providerPaymentId } = await gateway.createPayment(order());
    shopFailures = 2;
    await press(providerPaymentId, "pay");
    await eventually(() => expect(noticesOf(providerPaymentId).length).toBeGreaterThanOrEqual(2));
    const [first] = noticesOf(providerPaymentId);
    const parsed = gateway.parseWebhook(raw(first!));
    expect(parsed).toMatchObject({ kind: "accepted", providerPaymentId });
  });

  test("an unpaid payment expires when its time is over", async () => {
    const { providerPaymentId } = await gateway.createPayment(order({ expiresAt: new Date(Date.now() - 1) }));
    expect(await gateway.fetchStatus(providerPaymentId)).toMatchObject({ state: "expired" });
  });

  test("a paid one is refunded in parts and charged back; a won dispute brings it back; the shop is told", async () => {
    const { providerPaymentId } = await gateway.createPayment(order());
    const reversed = async () => (await gateway.fetchStatus(providerPaymentId))?.reversed;
    await press(providerPaymentId, "chargeBack");
    expect(await reversed()).toBeNull();
    await press(providerPaymentId, "pay");
    const refunded = await press(providerPaymentId, "refundHalf");
    expect([refunded.status, refunded.headers.get("location")]).toEqual([
      303,
      `/test-gateway/pay/${providerPaymentId}`,
    ]);
    expect(await reversed()).toEqual({ as: "refund", amount: "50.25" });
    await press(providerPaymentId, "chargeBack");
    expect(await reversed()).toEqual({ as: "charge_back", amount: "100.50" });
    await press(providerPaymentId, "winDispute");
    expect(await reversed()).toEqual({ as: "refund", amount: "50.25" });
    const html = await (await fetch(pageOf(providerPaymentId))).text();
    expect(html).toContain("50,25\u00a0₽ was refunded to the card.");
    expect(html).toContain("Refund 50,25\u00a0₽");
    await eventually(() => {
      const told = noticesOf(providerPaymentId).map(({ body }) => JSON.parse(body).type);
      expect(told).toContain("payment.charged_back");
      expect(told).toContain("payment.dispute_won");
    });
  });

  test("the shop sends money back once per reference, never more than is left", async () => {
    const { providerPaymentId } = await gateway.createPayment(order());
    await press(providerPaymentId, "pay");
    const back = (reference: string, amount: string) =>
      gateway.refund?.({ providerPaymentId, reference, amount, currency: "RUB" });
    const first = await back("refund-1", "100.00");
    expect(first).toEqual({ state: "done", providerRefundId: expect.stringMatching(/^re_/) });
    expect(await back("refund-1", "100.00")).toEqual(first);
    expect(await back("refund-2", "0.51")).toMatchObject({ state: "refused" });
    expect(await back("refund-3", "0.50")).toMatchObject({ state: "done" });
    expect(await gateway.fetchStatus(providerPaymentId)).toMatchObject({
      reversed: { as: "refund", amount: "100.50" },
    });
  });

  test("the same test card is the same payer, another one is another", async () => {
    const payerOf = async (card?: string) => {
      const { providerPaymentId } = await gateway.createPayment(order());
      const form = new URLSearchParams({ action: "pay", ...(card ? { card } : {}) });
      await fetch(pageOf(providerPaymentId), { method: "POST", body: form, redirect: "manual" });
      return (await gateway.fetchStatus(providerPaymentId))?.payerFingerprint;
    };
    const visa = await payerOf();
    expect(visa).toMatch(/^card_[0-9a-f]{24}$/);
    expect(await payerOf("4242 4242 4242 4242")).toBe(visa);
    expect(await payerOf("5555 5555 5555 4444")).not.toBe(visa);
  });

  test("its front page lists the payments", async () => {
    const wanted = order();
    const { providerPaymentId } = await gateway.createPayment(wanted);
    const html = await (await fetch(`${at(provider.port)}/test-gateway`)).text();
    expect(html).toContain(`href="/test-gateway/pay/${providerPaymentId}"`);
    expect(html).toContain(wanted.reference);
  });

  test("unknown payments are unknown, and a wrong secret opens nothing", async () => {
    expect(await gateway.fetchStatus("tp_unknown-payment")).toBeNull();
    expect((await fetch(pageOf("tp_unknown-payment"))).status).toBe(404);
    const stranger = gatewayAt(provider.port, "another secret");
    await expect(stranger.createPayment(order())).rejects.toThrow("HTTP 401");
    await expect(gatewayAt(1).fetchStatus("tp_unknown-payment")).rejects.toThrow(GatewayFault);
  });

  test("the page speaks every language and lets nothing of the order into its markup", async () => {
    const { providerPaymentId } = await gateway.createPayment(
      order({ locale: "cn", description: "<script>alert(1)</script>" }),
    );
    const html = await (await fetch(pageOf(providerPaymentId))).text();
    expect(html).toContain('lang="zh-CN"');
    expect(html).not.toContain("<script");
  });

  test("killed, it goes on where it was", async () => {
    const { providerPaymentId } = await gateway.createPayment(order());
    shopFailures = 100;
    await press(providerPaymentId, "pay");
    await provider.stop("SIGKILL");
    shopFailures = 0;
    provider = await start();
    gateway = gatewayAt(provider.port);
    expect(await gateway.fetchStatus(providerPaymentId)).toMatchObject({ state: "paid" });
    await eventually(() => expect(noticesOf(providerPaymentId).length).toBeGreaterThanOrEqual(2));
  });
});
