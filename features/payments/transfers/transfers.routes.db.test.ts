import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { findPaymentView } from "#features/payments/payments.reads.ts";
import { paymentIdOf, paymentStates, referenceOf } from "#features/payments/payments.rules.ts";
import {
  closeTransfer,
  confirmTransfer,
  expireTransfers,
} from "#features/payments/transfers/transfer-confirmation.writes.ts";
import { findTransfer, listTransfers } from "#features/payments/transfers/transfers.reads.ts";
import { createTransferRoutes } from "#features/payments/transfers/transfers.routes.ts";
import { execute, rows } from "#lib/db/query.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const api = testApi(db, createTransferRoutes(new Set(["support"])));
const [ANN, BOB] = [11, 12];
let lastUser = 8_000;
let lastKey = 0;
const newKey = () => `key-of-a-test-${++lastKey}`;
const later = (interval: string) =>
  execute(owner, sql`update job_clock set offset_interval = offset_interval + ${interval}::interval`);

beforeEach(async () => {
  await execute(owner, sql`update job_clock set offset_interval = '0'`);
});

function begin(user: number, body: object = {}, key: string | null = newKey()) {
  return api.call("POST", "/api/payments/transfers", {
    body: { amountKopecks: 1_000_000, ...body },
    headers: { "x-test-user": String(user), ...(key === null ? {} : { "idempotency-key": key }) },
  });
}

async function start(amountKopecks = 1_000_000): Promise<{ id: number; user: number; reference: string }> {
  const user = ++lastUser;
  const { status, body } = await begin(user, { amountKopecks });
  expect(status).toBe(201);
  return { id: body.id, user, reference: body.reference };
}

const confirm = (paymentId: number, roubles: number, actorId = ANN) =>
  confirmTransfer(db, { paymentId, receivedKopecks: kopecks(roubles * 100), actorId, ip: "192.0.2.9" });
const close = (paymentId: number, actorId = ANN) =>
  closeTransfer(db, { paymentId, actorId, reason: "nothing came", ip: "192.0.2.9" });
const balanceOf = async (user: number) => (await getBalance(db, user)).availableKopecks;
const stateOf = async ({ id, user }: { id: number; user: number }) =>
  (await findPaymentView(db, user, id, "en"))?.state;
const actionsOn = (id: number) =>
  rows<{ action: string; actor_id: number }>(
    db,
    sql`select action, actor_id from identity_audit where subject = ${`payment:${id}`} order by id`,
  );

describe("beginning", () => {
  test("a transfer gets a reference and a page, and keeps what the payer says", async () => {
    const user = ++lastUser;
    const { status, body } = await begin(user, {
      note: " 100 numbers\r\nfor tests ",
      service: "tg",
      externalId: "a:1",
    });
    expect(status).toBe(201);
    expect(body.reference).toMatch(/^T\d+[A-Z]$/);
    expect(body.redirectUrl).toBe(`/profile/pay/transfer/${body.id}`);
    expect(await findTransfer(db, user, body.id)).toEqual({
      reference: body.reference,
      note: "100 numbers\nfor tests",
      receipt: "",
    });
    expect(await findTransfer(db, user + 1, body.id)).toBeNull();
    expect(await findPaymentView(db, user, body.id, "en")).toMatchObject({
      method: "support",
      state: "pending",
      service: "tg",
      externalId: "a:1",
      redirectUrl: body.redirectUrl,
    });
    expect(paymentIdOf(referenceOf(body.id))).toBe(body.id);
  });

  test("the same key answers the same transfer; another input under it is refused", async () => {
    const user = ++lastUser;
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(user, { note: "x" }, key)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
    expect((await begin(user, { note: "y" }, key)).body.error.code).toBe("IDEMPOTENCY_MISMATCH");
    expect((await begin(user, {}, null)).body.error.code).toBe("VALIDATION");
  });

  test.each([
    [0, "AMOUNT_NOT_POSITIVE"],
    [-5, "AMOUNT_NOT_POSITIVE"],
    [499_999, "AMOUNT_TOO_SMALL"],
    [100_000_001, "AMOUNT_TOO_LARGE"],
  ])("%i kopecks are refused: %s", async (amountKopecks, code) => {
    expect((await begin(++lastUser, { amountKopecks })).body.error.code).toBe(code);
  });

  test("no user can fill the queue of open transfers", async () => {
    const user = ++lastUser;
    for (let index = 0; index < 5; index += 1) expect((await begin(user)).status).toBe(201);
    const { status, body } = await begin(user);
    expect([status, body.error.code, body.error.details.count]).toEqual([409, "TOO_MANY_TRANSFERS", 5]);
    expect((await begin(++lastUser)).status).toBe(201);
  });

  test("a receipt is told later, by its payer alone, while the transfer is open", async () => {
    const transfer = await start();
    const tell = (user: number, receipt: string) =>
      api.call("PUT", `/api/payments/${transfer.id}/receipt`, {
        body: { receipt },
        headers: { "x-test-user": String(user) },
      });
    expect((await tell(transfer.user, " bank 1, no. 77 ")).body).toEqual({ receipt: "bank 1, no. 77" });
    expect((await tell(transfer.user + 1_000, "mine")).status).toBe(404);
    expect((await findTransfer(db, transfer.user, transfer.id))?.receipt).toBe("bank 1, no. 77");
    await confirm(transfer.id, 10_000);
    expect((await tell(transfer.user, "too late")).body.error.code).toBe("TRANSFER_OVER");
  });
});

describe("what the staff confirm", () => {
  test("exactly the agreed amount is credited, once, however often it is said", async () => {
    const transfer = await start();
    const answers = await Promise.all(
      [ANN, ANN, BOB, BOB, ANN].map((actor) => confirm(transfer.id, 10_000, actor)),
    );
    expect(answers).toEqual(answers.map(() => ({ state: "credited", isWaitingForSecond: false })));
    expect(await balanceOf(transfer.user)).toBe(1_000_000);
    expect(await actionsOn(transfer.id)).toHaveLength(1);
    const [credit] = await rows<{ reference: string }>(
      db,
      sql`select t.reference from payments p join ledger_transfers t on t.id = p.credited_transfer_id where p.id = ${transfer.id}`,
    );
    expect(credit?.reference).toBe(`payment:support:${transfer.reference}`);
  });

  test("another amount gets its own state and no credit; the rest may still come", async () => {
    const [less, more] = [await start(), await start()];
    expect(await confirm(less.id, 4_000)).toEqual({ state: "underpaid", isWaitingForSecond: false });
    expect(await confirm(more.id, 10_001)).toEqual({ state: "overpaid", isWaitingForSecond: false });
    expect([await balanceOf(less.user), await balanceOf(more.user)]).toEqual([0, 0]);
    expect((await findPaymentView(db, less.user, less.id, "en"))?.received).toEqual({
      amount: "4000.00",
      currency: "RUB",
    });
    expect((await confirm(less.id, 10_000)).state).toBe("credited");
    expect(await balanceOf(less.user)).toBe(1_000_000);
    await expect(close(more.id)).rejects.toMatchObject({ code: "TRANSFER_OVER" });
  });

  test("above the limit it takes the same word of two different people", async () => {
    const transfer = await start(5_000_100);
    expect(await confirm(transfer.id, 50_001)).toEqual({ state: "pending", isWaitingForSecond: true });
    expect(await confirm(transfer.id, 50_001)).toEqual({ state: "pending", isWaitingForSecond: true });
    expect(await confirm(transfer.id, 50_000, BOB)).toEqual({ state: "pending", isWaitingForSecond: true });
    expect(await balanceOf(transfer.user)).toBe(0);
    const [line] = await listTransfers(db, { states: ["pending"], beforeId: transfer.id + 1, limit: 1 });
    expect(line?.words.map(({ actorId, receivedKopecks }) => [actorId, receivedKopecks])).toEqual([
      [ANN, 5_000_100],
      [BOB, 5_000_000],
    ]);
    expect(await confirm(transfer.id, 50_001, BOB)).toEqual({ state: "credited", isWaitingForSecond: false });
    expect(await balanceOf(transfer.user)).toBe(5_000_100);
    expect(await actionsOn(transfer.id)).toHaveLength(4);
  });

  test("two people at the same time credit once", async () => {
    const transfer = await start(6_000_000);
    await Promise.all([ANN, BOB, ANN, BOB].map((actor) => confirm(transfer.id, 60_000, actor)));
    expect(await stateOf(transfer)).toBe("credited");
    expect(await balanceOf(transfer.user)).toBe(6_000_000);
  });

  test("nobody decides about their own transfer, and another payment is none", async () => {
    const transfer = await start();
    await expect(confirm(transfer.id, 10_000, transfer.user)).rejects.toMatchObject({ code: "TRANSFER_OWN" });
    await expect(close(transfer.id, transfer.user)).rejects.toMatchObject({ code: "TRANSFER_OWN" });
    await expect(confirm(1, 10_000)).rejects.toMatchObject({ code: "TRANSFER_NOT_FOUND" });
    expect(await actionsOn(transfer.id)).toEqual([]);
  });

  test("a closed transfer has failed; money that comes all the same can be confirmed", async () => {
    const transfer = await start();
    await close(transfer.id);
    expect(await stateOf(transfer)).toBe("failed");
    await expect(close(transfer.id)).rejects.toMatchObject({ code: "TRANSFER_OVER" });
    expect((await confirm(transfer.id, 10_000, BOB)).state).toBe("credited");
    await expect(confirm(transfer.id, 9_000)).rejects.toMatchObject({ code: "TRANSFER_OVER" });
    expect((await actionsOn(transfer.id)).map(({ action }) => action)).toEqual([
      "transfer.close",
      "transfer.confirm",
    ]);
    expect(await balanceOf(transfer.user)).toBe(1_000_000);
  });

  test("after a week of silence it expires by itself, not before; money that comes later can be confirmed", async () => {
    const transfer = await start();
    await later("6 days 23 hours 59 minutes");
    await expireTransfers(db, 100);
    expect(await stateOf(transfer)).toBe("pending");
    await later("3 minutes");
    while ((await expireTransfers(db, 2)) > 0);
    expect(await stateOf(transfer)).toBe("expired");
    expect((await confirm(transfer.id, 10_000)).state).toBe("credited");
  });

  test("the staff page through transfers, newest first", async () => {
    const all = await listTransfers(db, { states: paymentStates, beforeId: null, limit: 1_000 });
    const paged: number[] = [];
    for (let beforeId: number | null = null; ; ) {
      const page = await listTransfers(db, { states: paymentStates, beforeId, limit: 4 });
      if (page.length === 0) break;
      paged.push(...page.map(({ paymentId }) => paymentId));
      beforeId = paged.at(-1) ?? null;
    }
    expect(paged).toEqual(all.map(({ paymentId }) => paymentId));
    expect(paged).toEqual([...paged].sort((a, b) => b - a));
  });
});
