import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { isUnbroken } from "#features/ledger/statement/exports/exports.rules.ts";
import { countStoreMovements } from "#features/ledger/statement/histories.reads.ts";
import { StatementPage } from "#features/ledger/statement/statement.contract.ts";
import {
  cancelWithdrawal,
  requestWithdrawal,
} from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { readStoreEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import {
  listDueStoreEarnings,
  payStoreEarning,
} from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { claimAccount, decideAccountClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { givenStoreOffer } from "#features/stores/stores.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { undone } from "#lib/testing/undone.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);

const PRICE = 20_000;
const UNIT = PRICE - Math.ceil((PRICE * env.STORE_COMMISSION_PERCENT) / 100);

let sellerId: UserId;
let seller: string;
let stranger: string;
const orderIds: number[] = [];

async function givenPerson(balanceKopecks = 0) {
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  return { userId, cookie: (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token };
}

/** Two accounts are sold and one of them is refunded; the rest is paid, a withdrawal is cancelled, and one more account is sold. */
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  ({ userId: sellerId, cookie: seller } = await givenPerson());
  stranger = (await givenPerson()).cookie;
  const { userId } = await givenPerson(100_000);
  const terms = { name: "Telegram, aged", priceKopecks: kopecks(PRICE), warrantyHours: 24, count: 3 };
  const { offerId } = await givenStoreOffer(db, sellerId, terms);
  const buy = async (count: number) => {
    const order = { userId, offerId, count, maxTotalKopecks: null, channel: "site" } as const;
    orderIds.push((await buyReadyAccounts(db, { ...order, idempotencyKey: randomUUID() })).orderId);
  };
  await buy(2);
  const { claimId } = await claimAccount(db, {
    ...{ userId, orderId: orderIds[0] ?? 0, place: 1, text: "it is closed", idempotencyKey: randomUUID() },
  });
  const decision = {
    claimId,
    decision: "accept",
    deciderId: (await givenPerson()).userId,
    reason: "closed",
    mayReplace: false,
  } as const;
  await withTransaction(db, (tx) => decideAccountClaim(tx, decision));
  await moveClock(owner, "24 hours");
  for (const id of await listDueStoreEarnings(db, 100)) await payStoreEarning(db, id);
  const { id } = await requestWithdrawal(db, new Map(), {
    ...{ userId: sellerId, source: "store", method: "balance", amountKopecks: 10_000 },
    ...{ paymentId: null, destination: null, idempotencyKey: "a-hundred-roubles" },
  });
  await cancelWithdrawal(db, sellerId, id);
  await buy(1);
});

function call(path: string, cookie = seller): Promise<Response> {
  const headers = { cookie: `authToken=${cookie}`, "sec-fetch-site": "same-origin" };
  const request = new Request(`${env.PUBLIC_URL}/api/store${path}`, { headers });
  return app.fetch(request, { requestId: "test", ip: "192.0.2.1" }) as Promise<Response>;
}
const statement = async (query = "", cookie = seller) =>
  StatementPage.parse(await (await call(`/statement${query}`, cookie)).json());
const DAY_MS = 86_400_000;
/** All that is made here, also when it becomes midnight meanwhile. */
const [FIRST, LAST] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));

describe("a store's statement", () => {
  test("tells every sale, what was refunded, what became available and each step of a withdrawal, with the balance after it", async () => {
    const { lines, opening, closing } = await statement();
    expect(
      lines.map(({ kind, move, amountKopecks, changeKopecks, after }) => [
        ...[kind, move, amountKopecks, changeKopecks, after.availableKopecks, after.heldKopecks],
      ]),
    ).toEqual([
      ["store_share", "wait", UNIT, 0, UNIT, UNIT],
      ["store_withdrawal", "give_back", 10_000, 10_000, UNIT, 0],
      ["store_withdrawal", "hold", 10_000, -10_000, UNIT - 10_000, 10_000],
      ["store_accrual", "release", UNIT, UNIT, UNIT, 0],
      ["store_share_reversal", "reverse", UNIT, 0, 0, UNIT],
      ["store_share", "wait", 2 * UNIT, 0, 0, 2 * UNIT],
    ]);
    expect(isUnbroken(opening, lines.toReversed())).toBe(true);
    expect(lines.map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    const earnings = await readStoreEarnings(db, sellerId);
    expect(closing).toEqual({
      availableKopecks: earnings.availableKopecks,
      heldKopecks: earnings.heldKopecks + earnings.pendingKopecks,
      postedKopecks: earnings.availableKopecks + earnings.heldKopecks + earnings.pendingKopecks,
    });
  });

  test("names order, offer and the house's commission, says until when a share waits, and nothing of the buyer", async () => {
    const { lines } = await statement();
    const [newest, , , released, reversed, first] = lines;
    expect(newest).toMatchObject({
      ...{ number: String(orderIds[1]), dueAt: expect.any(String), moveText: "Waits for the warranty" },
      subject: { title: "Telegram, aged", detail: "1 account for 200,00 ₽, commission 40,00 ₽" },
    });
    expect(first).toMatchObject({
      ...{ number: String(orderIds[0]), dueAt: null },
      subject: { detail: "2 accounts for 400,00 ₽, commission 80,00 ₽" },
    });
    expect([released, reversed]).toMatchObject([
      { number: String(orderIds[0]), dueAt: null, subject: { title: "Telegram, aged", detail: null } },
      { number: String(orderIds[0]), reasonText: "the account did not work" },
    ]);
    expect(lines[1]?.number).toMatch(/^\d+$/);
  });

  test("is paged from the newest, and narrowed by kind, direction and days", async () => {
    const first = await statement("?limit=4");
    const second = await statement(`?limit=4&cursor=${first.nextCursor}`);
    expect([...first.lines, ...second.lines].map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(second.nextCursor).toBeNull();
    const movesOf = async (query: string) => (await statement(query)).lines.map(({ move }) => move);
    expect(await movesOf("?kind=store_share")).toEqual(["wait", "wait"]);
    expect(await movesOf("?direction=incoming")).toEqual(["wait", "give_back", "release", "wait"]);
    expect(await movesOf("?direction=outgoing")).toEqual(["hold", "reverse"]);
    expect(await movesOf("?to=2020-01-01")).toEqual([]);
    expect(await movesOf(`?from=${FIRST}&to=${LAST}`)).toHaveLength(6);
  });

  test("has a file in each format that begins and ends with the balances", async () => {
    const file = (format: string) =>
      call(`/statement/export?format=${format}&from=${FIRST}&to=${LAST}&locale=en`);
    const json = await file("json");
    expect(json.headers.get("content-disposition")).toContain(`store-${FIRST}-${LAST}.json`);
    expect(await json.json()).toMatchObject({
      lines: { length: 6 },
      closing: { availableKopecks: UNIT, heldKopecks: UNIT },
      totals: { receivedKopecks: 3 * UNIT, refundedKopecks: UNIT + 10_000, paidKopecks: UNIT },
    });
    expect(await (await file("csv")).text()).toContain("Store's share reversed");
    const pdf = Buffer.from(await (await file("pdf")).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("is another store's own, and nobody else has one", async () => {
    const other = await givenPerson();
    await givenStoreOffer(db, other.userId);
    expect((await statement("", other.cookie)).lines).toEqual([]);
    for (const path of ["/statement", `/statement/export?format=csv&from=${FIRST}&to=${LAST}`]) {
      const refused = await call(path, stranger);
      expect([refused.status, await refused.json()]).toMatchObject([
        404,
        { error: { code: "STORE_NOT_FOUND" } },
      ]);
    }
  });

  test("has as many lines as the overview counts", async () => {
    expect(await countStoreMovements(db, sellerId)).toBe(6);
    expect(await (await call("")).json()).toMatchObject({ version: 6 });
  });
});

test("a store's history is found by indexes, however much others sell", async () => {
  const plan = await undone(owner, async (tx) => {
    await execute(
      tx,
      sql`insert into ledger_accounts (kind, code) select 'store_pending', 'user:-' || n from generate_series(1, 500) n`,
    );
    await execute(
      tx,
      sql`insert into ledger_transfers (kind, phase, debit_account_id, credit_account_id, amount_kopecks, reference)
          select 'store_share', 'single', (select id from ledger_accounts where kind = 'revenue'), a.id, 1, 'plan:' || a.id || ':' || n
          from ledger_accounts a, generate_series(1, 100) n where a.kind = 'store_pending' and a.code like 'user:-%'`,
    );
    await execute(tx, sql`analyze ledger_transfers, ledger_accounts`);
    const { id } = await one<{ id: number }>(
      tx,
      sql`select id from ledger_accounts where kind = 'store_pending' and code = ${`user:${sellerId}`}`,
    );
    const found = await rows<Record<"QUERY PLAN", string>>(
      tx,
      sql`explain select * from ledger_store_history(${id}) where account_version between 1 and 20`,
    );
    return found.map((row) => row["QUERY PLAN"]).join("\n");
  });
  expect(plan).toContain("ledger_transfers_store_shares");
  expect(plan).not.toContain("Seq Scan on ledger_transfers");
});
