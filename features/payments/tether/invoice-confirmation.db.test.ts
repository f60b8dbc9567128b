import sql from "sql-template-tag";
import { describe, expect, test } from "vitest";
import {
  AMOUNT_KOPECKS,
  ask,
  balanceOf,
  db,
  HOUR,
  later,
  look,
  matchOf,
  micro,
  offsetMs,
  open,
  send,
  stateOf,
  tron,
  view,
} from "#features/payments/tether/invoices.factory.ts";
import { releaseInvoices } from "#features/payments/tether/tether.writes.ts";
import { rows } from "#lib/db/query.ts";

const text = (amount: bigint) => `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, "0")}`;

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
