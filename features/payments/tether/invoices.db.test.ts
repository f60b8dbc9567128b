import sql from "sql-template-tag";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { createTetherGateway } from "#features/payments/gateway/tether.gateway.ts";
import { createTron } from "#features/payments/gateway/tron.gateway.ts";
import { askProviders } from "#features/payments/payments.jobs.ts";
import { createPaymentRoutes } from "#features/payments/payments.routes.ts";
import { watchChain } from "#features/payments/tether/tether.jobs.ts";
import { tetherRoutes } from "#features/payments/tether/tether.routes.ts";
import { tetherProvider, usdtContract } from "#features/payments/tether/tether.rules.ts";
import { releaseInvoices, takeTransfersIn } from "#features/payments/tether/tether.writes.ts";
import { guest, type UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { type StandInTransfer, TronStandIn } from "#lib/testing/payment-stand-ins/tron.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const tron = new TronStandIn();
await tron.start();
afterAll(() => tron.stop());

const { address } = tron;
const newChain = () => createTron({ url: tron.url, apiKey: tron.apiKey, contract: usdtContract, address });
const chain = newChain();
const gateway = createTetherGateway(chain);
const gateways = new Map([[gateway.id, gateway]]);
const api = testApi(db, [...createPaymentRoutes(gateways), ...tetherRoutes], async (request) => {
  const userId = Number(request.headers.get("x-test-user"));
  return userId ? { kind: "user", userId: userId as UserId, role: "user", via: "bearer" } : guest;
});

const AMOUNT_KOPECKS = 200_000;
let lastUser = 60_000;
let offsetMs = 0;

beforeEach(async () => {
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
  await execute(owner, sql`update pricing_usd_rates set rub_per_usd = 81.5`);
  // Each test has the address for itself.
  await execute(owner, sql`update payments_tether_invoices set released_at = app_now()`);
  await execute(owner, sql`delete from payments_tether_watches`);
  offsetMs = 0;
  tron.transfers.length = 0;
  tron.deaf.clear();
  Object.assign(tron, { fault: "none", rowsOfAPage: 200 });
});

type Invoice = { id: number; user: number; amount: string };

async function open(user = ++lastUser, key = crypto.randomUUID()): Promise<Invoice> {
  const { status, body } = await api.call("POST", "/api/payments", {
    body: { method: "tether", amountKopecks: AMOUNT_KOPECKS },
    headers: { "x-test-user": String(user), "idempotency-key": key },
  });
  expect(status).toBe(201);
  expect(body.redirectUrl).toMatch(new RegExp(`/profile/pay/invoice/${body.id}$`));
  const { amountUsdt: amount } = await view({ id: body.id, user });
  return { id: body.id, user, amount };
}

const view = async ({ id, user }: Pick<Invoice, "id" | "user">) =>
  (await api.call("GET", `/api/payments/${id}/invoice`, { headers: { "x-test-user": String(user) } })).body;
const stateOf = async (invoice: Invoice) => (await view(invoice)).payment.state;
const balanceOf = async ({ user }: Invoice) => (await getBalance(db, user)).availableKopecks;
const look = () => watchChain(db, gateway, chain);
const send = (amount: string, part: Partial<StandInTransfer> = {}) =>
  tron.send(amount, { atMs: Date.now() + offsetMs, ...part });
async function later(ms: number): Promise<void> {
  offsetMs += ms;
  await execute(
    owner,
    sql`update job_clock set offset_interval = offset_interval + ${ms} * interval '1 millisecond'`,
  );
}
async function ask(): Promise<void> {
  while ((await askProviders(db, gateways)) > 0);
}
const matchOf = async ({ transactionId }: StandInTransfer) =>
  (
    await rows<{ match: string }>(
      db,
      sql`select match from payments_tether_transfers where transaction_id = ${transactionId}`,
    )
  )[0]?.match;
const micro = (amount: string) => BigInt(amount.replace(".", ""));
const text = (amount: bigint) => `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, "0")}`;
const HOUR = 3_600_000;

describe("the invoice", () => {
  test("asks for what was charged or less than a hundredth more, and for another amount than any other open one", async () => {
    const opened = await Promise.all(Array.from({ length: 40 }, () => open()));
    const amounts = opened.map(({ amount }) => micro(amount));
    expect(new Set(amounts).size).toBe(40);
    // 2,000 roubles at 81.5, rounded up to a millionth.
    for (const amount of amounts) {
      expect(amount).toBeGreaterThanOrEqual(24_539_878n);
      expect(amount).toBeLessThan(24_549_878n);
    }
    const { charge } = await one<{ charge: string }>(
      db,
      sql`select charge_amount as charge from payments where id = ${opened[0]!.id}`,
    );
    expect(charge).toBe(opened[0]!.amount);
  });

  test("beginning again with the same key keeps its amount", async () => {
    const user = ++lastUser;
    const first = await open(user, "the-same-key");
    expect(await open(user, "the-same-key")).toEqual(first);
  });

  test("is seen by its payer alone", async () => {
    const { id } = await open();
    const stranger = { "x-test-user": String(++lastUser) };
    expect((await api.call("GET", `/api/payments/${id}/invoice`, { headers: stranger })).status).toBe(404);
  });

  test("two open invoices cannot have one amount, whatever the application does", async () => {
    const [one, other] = [await open(), await open()];
    await expect(
      execute(
        owner,
        sql`update payments_tether_invoices set amount_micro = ${micro(one.amount)} where payment_id = ${other.id}`,
      ),
    ).rejects.toThrow("payments_tether_invoices_amount");
  });
});

describe("the exact amount", () => {
  test("is credited once, however often and by however many it is read", async () => {
    const invoice = await open();
    send(invoice.amount);
    await Promise.all(Array.from({ length: 12 }, () => watchChain(db, gateway, newChain())));
    await look();
    await ask();
    expect(await stateOf(invoice)).toBe("credited");
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
    expect((await getBalance(db, invoice.user)).version).toBe(1);
  });

  test("pays its own invoice and no other", async () => {
    const [one, other] = [await open(), await open()];
    send(other.amount);
    await look();
    expect([await stateOf(one), await stateOf(other)]).toEqual(["pending", "credited"]);
    expect(await balanceOf(one)).toBe(0);
  });

  test("once more pays nothing and is told to the payer", async () => {
    const invoice = await open();
    send(invoice.amount);
    await look();
    const second = send(invoice.amount);
    await look();
    expect(await matchOf(second)).toBe("second");
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
    expect((await view(invoice)).otherTransfers).toMatchObject([
      { match: "second", amountUsdt: invoice.amount },
    ]);
  });

  test("the same twice in one reading pays once", async () => {
    const invoice = await open();
    send(invoice.amount);
    send(invoice.amount);
    await look();
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
    expect((await view(invoice)).otherTransfers).toHaveLength(1);
  });

  test("found by the sweep over due payments too", async () => {
    const invoice = await open();
    send(invoice.amount);
    await later(11_000);
    await ask();
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
  });

  test("taken in by a worker that dies before it settles, the next one credits it", async () => {
    const invoice = await open();
    send(invoice.amount);
    await takeTransfersIn(db, chain);
    expect(await stateOf(invoice)).toBe("pending");
    await look();
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
  });

  test("among more transfers than pages hold is found", async () => {
    const invoice = await open();
    tron.rowsOfAPage = 3;
    for (let count = 0; count < 20; count += 1) send("0.000001", { atMs: Date.now() - 1_000 + count });
    send(invoice.amount);
    await look();
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
  });

  test("behind more spam than one reading takes is found by the next ones", async () => {
    const invoice = await open();
    tron.rowsOfAPage = 2;
    for (let count = 0; count < 50; count += 1) send("0.000001", { atMs: Date.now() + count });
    send(invoice.amount, { atMs: Date.now() + 100 });
    for (let reading = 0; reading < 4; reading += 1) await look();
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
  });
});

test("blocks of the future, as a service with a wrong clock would tell them, keep nothing from being read", async () => {
  const first = await open();
  send("0.500000", { atMs: Date.now() + 3 * HOUR });
  await look();
  await look();
  send(first.amount);
  await look();
  expect(await balanceOf(first)).toBe(AMOUNT_KOPECKS);
});

describe("what does not count", () => {
  test.each([
    [
      "a token of another contract that calls itself USDT",
      { contract: "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf" },
    ],
    ["an approval", { type: "Approval" }],
    ["a transfer to somebody else", { to: "TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj", from: address }],
  ])("%s, even from a service that does not filter", async (_name, part) => {
    const invoice = await open();
    tron.deaf.add("contract_address").add("only_to");
    const transfer = send(invoice.amount, part);
    await look();
    expect(await matchOf(transfer)).toBeUndefined();
    expect(await stateOf(invoice)).toBe("pending");
  });

  test("amounts that are mere dust are left alone", async () => {
    const invoice = await open();
    const dust = [send("0.000000"), send("0.009999")];
    await look();
    expect(await Promise.all(dust.map(matchOf))).toEqual([undefined, undefined]);
    expect((await view(invoice)).otherTransfers).toEqual([]);
  });

  test("a notice, whoever signs it: nobody sends any", async () => {
    const { status } = await api.call("POST", `/api/payments/webhooks/${tetherProvider}`, {
      body: { paid: true },
    });
    expect(status).toBe(401);
  });
});

describe("confirmation", () => {
  test("an unconfirmed transfer is shown, not credited, keeps the invoice from expiring, and is credited once confirmed", async () => {
    const invoice = await open();
    const transfer = send(invoice.amount, { isConfirmed: false });
    await look();
    expect(await view(invoice)).toMatchObject({ isSeen: true, payment: { state: "pending" } });
    expect(await balanceOf(invoice)).toBe(0);
    await later(HOUR + 120_000);
    await ask();
    expect(await stateOf(invoice)).toBe("pending");
    transfer.isConfirmed = true;
    await look();
    expect(await view(invoice)).toMatchObject({ isSeen: false, payment: { state: "credited" } });
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
  });

  test("one whose block is undone is forgotten", async () => {
    const invoice = await open();
    send(invoice.amount, { isConfirmed: false });
    await look();
    expect((await view(invoice)).isSeen).toBe(true);
    tron.transfers.length = 0;
    await look();
    expect((await view(invoice)).isSeen).toBe(false);
    await later(HOUR + 120_000);
    await ask();
    expect(await stateOf(invoice)).toBe("expired");
    expect(await balanceOf(invoice)).toBe(0);
  });

  test("its payer is told by an event", async () => {
    const invoice = await open();
    send(invoice.amount, { isConfirmed: false });
    await look();
    await look();
    const events = await rows<{ data: object }>(
      db,
      sql`select data from job_events where user_id = ${invoice.user}`,
    );
    expect(events.map(({ data }) => data)).toEqual([{ paymentId: invoice.id, isSeen: true }]);
  });
});

describe("another amount", () => {
  test.each([
    ["a millionth less", -1n, "underpaid"],
    ["a millionth more", 1n, "overpaid"],
    ["what an exchange left of it", -1_000_000n, "underpaid"],
    ["a little extra", 400_000n, "overpaid"],
  ])("%s has its own state and is not credited", async (_name, apart, state) => {
    const invoice = await open();
    const amount = text(micro(invoice.amount) + apart);
    send(amount);
    await look();
    expect(await view(invoice)).toMatchObject({
      payment: { state, received: { amount, currency: "USDT" } },
      otherTransfers: [{ amountUsdt: amount, match: state }],
    });
    expect(await balanceOf(invoice)).toBe(0);
  });

  test("is put down to nobody where it can have been meant for two", async () => {
    const [one, other] = [await open(), await open()];
    const transfer = send("24.000000");
    await look();
    expect(await matchOf(transfer)).toBe("unmatched");
    expect([await stateOf(one), await stateOf(other)]).toEqual(["pending", "pending"]);
  });

  test("does not keep the exact amount from being credited afterwards, and the two are never added up", async () => {
    const invoice = await open();
    send("10.000000", { atMs: Date.now() });
    send(text(micro(invoice.amount) - 10_000_000n));
    await look();
    expect(await balanceOf(invoice)).toBe(0);
    send(text(micro(invoice.amount) - 1_000_000n));
    await look();
    expect(await stateOf(invoice)).toBe("underpaid");
    send(invoice.amount);
    await look();
    expect(await stateOf(invoice)).toBe("credited");
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
  });
});

describe("time", () => {
  test("sent in time and seen after the end, it is credited", async () => {
    const invoice = await open();
    await later(HOUR - 5_000);
    const sentAtMs = Date.now() + offsetMs;
    await later(10 * 60_000);
    await ask();
    expect(await stateOf(invoice)).toBe("expired");
    send(invoice.amount, { atMs: sentAtMs });
    await look();
    expect(await stateOf(invoice)).toBe("credited");
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
  });

  test("sent after the end, it is not credited and told to the payer", async () => {
    const invoice = await open();
    await later(HOUR + 90_000);
    await ask();
    const transfer = send(invoice.amount);
    await look();
    expect(await matchOf(transfer)).toBe("late");
    expect(await view(invoice)).toMatchObject({
      payment: { state: "expired" },
      otherTransfers: [{ match: "late" }],
    });
    expect(await balanceOf(invoice)).toBe(0);
  });

  test("a late transfer never pays a stranger's newer invoice; after a week the amount is free again", async () => {
    const old = await open();
    await later(6 * 24 * HOUR);
    expect(await releaseInvoices(db, 100)).toBe(0);
    const newer = await open();
    expect(newer.amount).not.toBe(old.amount);
    send(old.amount);
    await look();
    expect(await stateOf(newer)).toBe("pending");
    await later(2 * 24 * HOUR);
    expect(await releaseInvoices(db, 100)).toBe(1);
  });

  test("a chain that cannot be read expires nothing and loses nothing", async () => {
    const invoice = await open();
    send(invoice.amount);
    for (const fault of ["5xx", "refusal"] as const) {
      tron.fault = fault;
      await look();
      await later(HOUR);
      await ask();
      expect(await stateOf(invoice)).toBe("pending");
    }
    tron.fault = "none";
    await look();
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
  });

  test("without open invoices the address is looked at once a minute", async () => {
    await look();
    const { calls } = tron;
    await look();
    expect(tron.calls).toBe(calls);
    await later(61_000);
    await look();
    expect(tron.calls).toBeGreaterThan(calls);
  });
});
