import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { btcPayStandIn } from "#app/_processes/pay-stand-ins/btcpay.ts";
import type { StandInContext } from "#app/_processes/pay-stand-ins/call.ts";
import { cryptomusStandIn } from "#app/_processes/pay-stand-ins/cryptomus.ts";
import { nowPaymentsStandIn } from "#app/_processes/pay-stand-ins/nowpayments.ts";
import { createStandInsServer } from "#app/_processes/pay-stand-ins/server.ts";
import { StandInStore } from "#app/_processes/pay-stand-ins/store.ts";
import { createBtcPay } from "#features/payments/gateway/btcpay.gateway.ts";
import { createCryptomus } from "#features/payments/gateway/cryptomus.gateway.ts";
import { createNowPayments } from "#features/payments/gateway/nowpayments.gateway.ts";
import type { PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { createTron } from "#features/payments/gateway/tron.gateway.ts";
import { usdtContract } from "#features/payments/tether/tether.rules.ts";
import { Health } from "#lib/api/health.ts";
import type { Db } from "#lib/db/pool.ts";

/** Adapters of hosted providers keep nothing of their own. */
const noDb = null as unknown as Db;
const address = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb";
const folder = mkdtempSync(path.join(tmpdir(), "pay-stand-ins-"));
const np = { apiKey: "k", ipnSecret: "s", email: "e@example.com", password: "p" };
const cm = { merchantId: "m", paymentKey: "k" };
const bp = { storeId: "store", apiKey: "k", webhookSecret: "s" };
const notices: { path: string; body: string; headers: Headers }[] = [];

const shop = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const headers = new Headers(request.headers as Record<string, string>);
    notices.push({ path: request.url ?? "", body: Buffer.concat(chunks).toString(), headers });
    response.end();
  });
});
const portOf = (server: { address(): unknown }) => (server.address() as AddressInfo).port;
let server: ReturnType<typeof createStandInsServer>;
let url = "";
const gateways = new Map<string, PaymentGateway>();

beforeAll(async () => {
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const ground: StandInContext = {
    store: new StandInStore(path.join(folder, "books.json")),
    pageOf: ({ provider, id }) => `http://127.0.0.1/pay-stand-ins/${provider}/${id}`,
  };
  server = createStandInsServer({
    ground,
    standIns: {
      nowpayments: nowPaymentsStandIn(np),
      cryptomus: cryptomusStandIn(cm),
      btcpay: btcPayStandIn({ ...bp, notifyUrl: `http://127.0.0.1:${portOf(shop)}/btcpay` }),
    },
    tether: { contract: usdtContract, address },
    health: new Health({ process: "pay-stand-ins", checks: {} }),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${portOf(server)}`;
  gateways.set("nowpayments", createNowPayments({ ...np, url: `${url}/nowpayments` }));
  gateways.set("cryptomus", createCryptomus({ ...cm, url: `${url}/cryptomus` }));
  gateways.set("btcpay", createBtcPay({ ...bp, url: `${url}/btcpay` }));
});
afterAll(() => {
  for (const one of [server, shop]) {
    one.closeAllConnections();
    one.close();
  }
  rmSync(folder, { recursive: true, force: true });
});

const order = (provider: string, number: number) => ({
  reference: `payment-${number}`,
  amount: "24.54",
  currency: "USD" as const,
  description: "SMS Den",
  locale: "ru" as const,
  returnUrl: "http://127.0.0.1/success-payment",
  notifyUrl: `http://127.0.0.1:${portOf(shop)}/${provider}`,
  expiresAt: new Date(Date.now() + 3_600_000),
});
const press = (page: string, form: Record<string, string>) =>
  fetch(`${url}${page}`, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });

let number = 100_000;
test.each(
  ["nowpayments", "cryptomus", "btcpay"].flatMap((provider) =>
    (
      [
        ["exactly", "24.54"],
        ["less", "12.27"],
        ["more", "25.54"],
        ["late", "24.54"],
      ] as const
    ).map(([action, paid]) => [provider, action, paid] as const),
  ),
)("%s: pressing '%s' pays %s and sends notices that the adapter takes", async (provider, action, paid) => {
  const gateway = gateways.get(provider) as PaymentGateway;
  const wanted = order(provider, ++number);
  const opened = await gateway.createPayment(wanted, noDb);
  const ask = () => gateway.fetchStatus(opened.providerPaymentId, noDb);
  if (provider !== "nowpayments")
    expect(await ask()).toMatchObject({ reference: wanted.reference, state: "open" });
  const page = new URL(opened.redirectUrl).pathname;
  expect(await (await fetch(`${url}${page}`)).text()).toContain("24.54 USD");
  const before = notices.length;
  const pressed = await press(page, { action });
  expect([pressed.status, pressed.headers.get("location")]).toEqual([303, wanted.returnUrl]);
  expect(await ask()).toMatchObject({ state: "paid", paidAmount: paid, paidCurrency: "USD" });
  await vi.waitFor(() => expect(notices.length).toBeGreaterThanOrEqual(before + 2), { timeout: 5_000 });
  for (const { path: to, body, headers } of notices.slice(before)) {
    expect(to).toBe(`/${provider}`);
    const notice = await gateway.parseWebhook({ body, headers, atMs: Date.now() });
    expect(notice).toMatchObject({ kind: "accepted", providerPaymentId: opened.providerPaymentId });
  }
});

test("a transfer out of the wallet is unconfirmed first and confirmed seconds later", async () => {
  const tron = createTron({ url: `${url}/tron`, apiKey: undefined, contract: usdtContract, address });
  const list = (kind: "confirmed" | "unconfirmed") =>
    tron.listTransfers({ kind, sinceMs: Date.now() - 60_000 });
  const page = await (
    await press("/pay-stand-ins/tron", { address, amount: "12.345678", action: "less" })
  ).text();
  const [, id] = /id="transaction">([0-9a-f]{64})</.exec(page) ?? [];
  expect((await list("unconfirmed")).transfers).toMatchObject([
    { transactionId: id, amountMicro: 11_345_678n },
  ]);
  expect((await list("confirmed")).transfers).toEqual([]);
  await vi.waitFor(async () => expect((await list("confirmed")).transfers).toHaveLength(1), {
    timeout: 12_000,
    interval: 500,
  });
  expect((await list("unconfirmed")).transfers).toEqual([]);
  expect((await press("/pay-stand-ins/tron", { address, amount: "1e3", action: "exactly" })).status).toBe(
    400,
  );
}, 20_000);
