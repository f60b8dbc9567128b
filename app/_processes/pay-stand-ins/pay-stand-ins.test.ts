import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Books } from "#app/_processes/pay-stand-ins/books.ts";
import { createStandInsServer } from "#app/_processes/pay-stand-ins/server.ts";
import type { PaymentGateway } from "#features/payments/gateway/provider.gateway.ts";
import { connectProvider } from "#features/payments/payments.gateway.ts";
import { createTron } from "#features/payments/tether/tron.gateway.ts";
import { usdtContract } from "#features/payments/tether.rules.ts";
import { Health } from "#lib/api/health.ts";
import type { Db } from "#lib/db/pool.ts";
import { pageStandIns } from "#lib/payment-stand-ins/registry.ts";
import { TronStandIn } from "#lib/payment-stand-ins/tron.ts";
import { eventually } from "#lib/testing/eventually.ts";

/** Adapters of hosted providers keep nothing of their own. */
const noDb = null as unknown as Db;
const folder = mkdtempSync(path.join(tmpdir(), "pay-stand-ins-"));
const standIns = { providers: new Map(pageStandIns()), tron: new TronStandIn() };
const { address, apiKey } = standIns.tron;
const file = path.join(folder, "books.json");
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
  for (const [provider, standIn] of standIns.providers)
    standIn.pageOf = ({ id }) => `http://127.0.0.1/pay-stand-ins/${provider}/${id}`;
  server = createStandInsServer({
    standIns,
    books: new Books(file, standIns),
    webhookOf: (provider) => `http://127.0.0.1:${portOf(shop)}/${provider}`,
    address,
    health: new Health({ process: "pay-stand-ins", checks: {} }),
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${portOf(server)}`;
  for (const [provider, standIn] of standIns.providers) {
    const gateway = connectProvider(provider, standIn.settingsAt(`${url}/${provider}`));
    if (gateway) gateways.set(provider, gateway);
  }
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
  [...standIns.providers.keys()].flatMap((provider) =>
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
  await eventually(() => expect(notices.length).toBeGreaterThanOrEqual(before + 2));
  for (const { path: to, body, headers } of notices.slice(before)) {
    expect(to).toBe(`/${provider}`);
    const notice = await gateway.parseWebhook({ body, headers, atMs: Date.now() });
    expect(notice).toMatchObject({ kind: "accepted", providerPaymentId: opened.providerPaymentId });
  }
});

test("a transfer out of the wallet is unconfirmed first and confirmed seconds later", async () => {
  const tron = createTron({ url: `${url}/tron`, apiKey, contract: usdtContract, address });
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
  await eventually(async () => expect((await list("confirmed")).transfers).toHaveLength(1), {
    timeout: 12_000,
    interval: 500,
  });
  expect((await list("unconfirmed")).transfers).toEqual([]);
  expect((await press("/pay-stand-ins/tron", { address, amount: "1e3", action: "exactly" })).status).toBe(
    400,
  );
}, 20_000);

test("what was paid and sent is there after a restart", () => {
  const again = { providers: new Map(pageStandIns()), tron: new TronStandIn() };
  new Books(file, again).save();
  expect([...again.providers].map(([provider, { payments }]) => [provider, payments])).toEqual(
    [...standIns.providers].map(([provider, { payments }]) => [provider, payments]),
  );
  expect([...again.providers.values()].every(({ payments }) => payments.size > 0)).toBe(true);
  expect(again.tron.transfers).toEqual(standIns.tron.transfers);
  expect(again.tron.transfers).toHaveLength(1);
});
