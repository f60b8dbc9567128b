import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import {
  AMOUNT_KOPECKS,
  address,
  api,
  ask,
  balanceOf,
  chain,
  db,
  gateway,
  HOUR,
  later,
  look,
  matchOf,
  micro,
  newChain,
  newUser,
  open,
  owner,
  send,
  stateOf,
  tron,
  view,
} from "#features/payments/tether/invoices.factory.ts";
import { watchChain } from "#features/payments/tether/tether.jobs.ts";
import { takeTransfersIn } from "#features/payments/tether/tether.writes.ts";
import { tetherProvider } from "#features/payments/tether.rules.ts";
import { execute, one } from "#lib/db/query.ts";

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
    const user = newUser();
    const first = await open(user, "the-same-key");
    expect(await open(user, "the-same-key")).toEqual(first);
  });

  test("is seen by its payer alone", async () => {
    const { id } = await open();
    const stranger = { "x-test-user": String(newUser()) };
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
    // Its blocks are of the past, however quickly they are read: nothing is read on behind the present.
    await later(1_000);
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
  const LARGEST = String(2n ** 256n - 1n);
  test.each([
    ["an approval without limit", { type: "Approval", value: LARGEST }],
    ["an approval whose value is no number", { type: "Approval", value: "unlimited" }],
    [
      "the largest amount of a token of another contract",
      { contract: "TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf", value: LARGEST },
    ],
  ])("%s keeps no payment from being credited", async (_name, part) => {
    const invoice = await open();
    tron.deaf.add("contract_address");
    send("0", part);
    send(invoice.amount);
    await look();
    expect(await balanceOf(invoice)).toBe(AMOUNT_KOPECKS);
  });

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
