import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { createApiApp } from "#app/api/api-app.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer, givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { proposeCorrection } from "#features/back-office/corrections/corrections.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { isUnbroken } from "#features/ledger/statement/exports/exports.rules.ts";
import { StatementPage } from "#features/ledger/statement/statement.contract.ts";
import { endEarningsWaiting } from "#features/partners/earnings/earnings.factory.ts";
import { collectAllOwed, payDueEarnings, recordEarned } from "#features/partners/earnings/earnings.jobs.ts";
import { numberEarningsStatement, readNumberEarnings } from "#features/partners/earnings/earnings.reads.ts";
import { nameNumbers } from "#features/partners/earnings/earnings.writes.ts";
import { listFines } from "#features/partners/fines/fines.reads.ts";
import { givenPartner } from "#features/partners/partners.factory.ts";
import { EarningSums } from "#features/partners/statement/partner-statement.contract.ts";
import {
  cancelWithdrawal,
  requestWithdrawal,
} from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const app = createApiApp(db);
const [TELEGRAM, INDONESIA] = [52, 6];
const STAFF = { staffId: 990_001 as UserId, permission: "money-lead", ip: "" } as const;

let partnerId: UserId;
let partner: string;
let otherPartner: string;
let stranger: string;
const orders: { id: number; number: string }[] = [];

const sessionOf = async (userId: UserId) =>
  (await openSession(db, { userId, ip: "192.0.2.1", userAgent: "" })).token;

async function settle(): Promise<void> {
  while ((await recordEarned(db)) > 0);
  await endEarningsWaiting(owner, partnerId);
  while ((await payDueEarnings(db)) > 0);
  await collectAllOwed(db);
}

/** Three orders of 90 roubles for the partner are paid; the first is refunded, and a request for a hundred is made and cancelled. */
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
  partnerId = await givenCustomer(db, 0);
  const supplierId = await givenPartner(db, partnerId);
  partner = await sessionOf(partnerId);
  const other = await givenCustomer(db, 0);
  await givenPartner(db, other);
  otherPartner = await sessionOf(other);
  stranger = await sessionOf(await givenCustomer(db, 0));
  await execute(
    owner,
    sql`update supply_suppliers set enabled = true, last_success_at = app_now() where id = ${supplierId}`,
  );
  const goods = { supplierId, countryId: INDONESIA, serviceId: TELEGRAM, count: 3 };
  await givenOffer(db, { ...goods, priceKopecks: 12_000, costKopecks: 9_000 });
  const { userId } = await givenApiBuyer(db, 100_000);
  for (let at = 1; at <= 3; at += 1) {
    const { id, number } = await buyActivation(
      db,
      purchase({
        userId,
        serviceId: TELEGRAM,
        countryId: INDONESIA,
        channel: "api",
        idempotencyKey: `earnings-${at}`,
      }),
    );
    const sms = { supplierId, smsId: BigInt(at), phone: Number(number), sender: "T", text: "code 12345" };
    await receiveSms(db, sms, deliverSms);
    orders.push({ id, number });
  }
  await settle();
  const refund = { kind: "activation_refund", activationId: orders[0]?.id ?? 0, reason: "no code" } as const;
  await proposeCorrection(db, refund, STAFF, "refund-of-the-first");
  await settle();
  const { id } = await requestWithdrawal(db, new Map(), {
    ...{ userId: partnerId, source: "partner", method: "balance", amountKopecks: 10_000 },
    ...{ paymentId: null, destination: null, idempotencyKey: "a-hundred-roubles" },
  });
  await cancelWithdrawal(db, partnerId, id);
});

function call(path: string, token: string): Promise<Response> {
  const headers = { cookie: `authToken=${token}`, "sec-fetch-site": "same-origin" };
  const request = new Request(`${env.PUBLIC_URL}/api/cabinet/earnings${path}`, { headers });
  return app.fetch(request, { requestId: "test", ip: "192.0.2.1" }) as Promise<Response>;
}
const statement = async (query = "", token = partner) =>
  StatementPage.parse(await (await call(`/statement${query}`, token)).json());
const DAY_MS = 86_400_000;
/** All that is made here, also when it becomes midnight meanwhile. */
const [FIRST, LAST] = [-DAY_MS, DAY_MS].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10));

describe("a partner's statement", () => {
  test("tells what became available, what was reversed and every step of a withdrawal, with the balance after each", async () => {
    const { lines, closing, opening } = await statement();
    expect(lines.map(({ kind, move, changeKopecks }) => [kind, move, changeKopecks])).toEqual([
      ["partner_withdrawal", "give_back", 10_000],
      ["partner_withdrawal", "hold", -10_000],
      ["partner_reversal", "out", -9_000],
      ["partner_accrual", "in", 9_000],
      ["partner_accrual", "in", 9_000],
      ["partner_accrual", "in", 9_000],
    ]);
    expect(isUnbroken(opening, lines.toReversed())).toBe(true);
    expect(closing).toEqual({ postedKopecks: 18_000, heldKopecks: 0, availableKopecks: 18_000 });
  });

  test("names the order and the number of an earning, and the withdrawal of a hold, nothing of the buyer", async () => {
    const { lines } = await statement();
    const [, hold, taken] = lines;
    expect(hold).toMatchObject({ number: expect.stringMatching(/^\d+$/), kindText: "Partner withdrawal" });
    expect(taken).toMatchObject({
      number: String(orders[0]?.id),
      reasonText: "the order was refunded",
      subject: { title: "Telegram", detail: `Indonesia · +${orders[0]?.number}` },
    });
    const earned = lines.filter(({ kind }) => kind === "partner_accrual");
    expect(earned.map(({ number }) => number).toSorted()).toEqual(
      orders.map(({ id }) => String(id)).toSorted(),
    );
  });

  test("is paged from the newest, and narrowed by kind and by days", async () => {
    const first = await statement("?limit=4");
    const second = await statement(`?limit=4&cursor=${first.nextCursor}`);
    expect([...first.lines, ...second.lines].map(({ version }) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(second.nextCursor).toBeNull();
    expect((await statement("?kind=partner_reversal")).lines).toHaveLength(1);
    expect((await statement("?direction=incoming")).lines).toHaveLength(4);
    expect((await statement("?to=2020-01-01")).lines).toEqual([]);
  });

  test("has a file in each format that begins and ends with the balances", async () => {
    const ask = (format: string) =>
      call(`/statement/export?format=${format}&from=${FIRST}&to=${LAST}&locale=en`, partner);
    const json = await ask("json");
    expect(json.headers.get("content-disposition")).toContain(`earnings-${FIRST}-${LAST}.json`);
    const file = (await json.json()) as StatementPage;
    expect(file.lines).toHaveLength(6);
    expect(isUnbroken(file.opening, file.lines)).toBe(true);
    expect(file.closing.availableKopecks).toBe(18_000);
    const csv = await (await ask("csv")).text();
    expect(csv.split("\r\n")).toHaveLength(10);
    expect(csv).toContain("Partner earnings reversed");
    const pdf = Buffer.from(await (await ask("pdf")).arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  });

  test("is another partner's own, and nobody else has one", async () => {
    expect((await statement("", otherPartner)).lines).toEqual([]);
    for (const path of ["", "/statement", `/statement/export?format=csv&from=${FIRST}&to=${LAST}`])
      expect((await call(path, stranger)).status).toBe(404);
  });

  test("stands beside what is pending, held and owed", async () => {
    const sums = EarningSums.parse(await (await call("", partner)).json());
    expect(sums).toEqual({
      ...{ availableKopecks: 18_000, pendingKopecks: 0, heldKopecks: 0, owedKopecks: 0 },
      ...{ nextAvailableAt: null, version: 6 },
    });
  });
});

describe("what a number has earned", () => {
  const numbers = () => orders.map(({ number }) => Number(number));

  test("is the sum of the shares that count; a refunded order's code still counts as a code", async () => {
    const earned = await readNumberEarnings(db, partnerId, [...numbers(), 1]);
    const ofEach = orders.map(({ number }) => earned.get(Number(number)));
    expect(ofEach.map((one) => one?.codesCount)).toEqual([1, 1, 1]);
    expect(ofEach.map((one) => one?.earnedKopecks)).toEqual([0, 9_000, 9_000]);
    expect(earned.has(1)).toBe(false);
  });

  test("is known again for shares that were noted without their number", async () => {
    const before = await readNumberEarnings(db, partnerId, numbers());
    await execute(owner, sql`update partners_earnings set number = null`);
    expect((await readNumberEarnings(db, partnerId, numbers())).size).toBe(0);
    expect(await nameNumbers(db)).toBe(3);
    expect(await nameNumbers(db)).toBe(0);
    expect(await readNumberEarnings(db, partnerId, numbers())).toEqual(before);
  });

  test("is read by an index of the partner's own rows, however many there are", async () => {
    const plan = await withTransaction(owner, async (tx) => {
      await execute(
        tx,
        sql`insert into partners_earnings (source_transfer_id, user_id, supplier_id, order_kind, order_id, amount_kopecks, earned_at,
              available_at, number)
            select -n, n % 40 + 1, 1, 'activation', n, 100, app_now(), app_now(), 628000000000 + n / 4 from generate_series(1, 40000) n`,
      );
      await execute(tx, sql`analyze partners_earnings`);
      const asked = numberEarningsStatement(
        7,
        Array.from({ length: 50 }, (_, at) => 628_000_000_000 + at),
      );
      const found = await rows<Record<"QUERY PLAN", string>>(tx, sql`explain ${asked}`);
      await execute(tx, sql`delete from partners_earnings where source_transfer_id < 0`);
      return found.map((row) => row["QUERY PLAN"]).join("\n");
    });
    expect(plan).toContain("partners_earnings_number");
    expect(plan).not.toContain("Seq Scan");
  });
});

test("a fine has the number in a partner's statement that it has in the list of fines", async () => {
  const fine = { kind: "partner_fine", userId: partnerId, amountKopecks: 1_000, cause: "other" } as const;
  await proposeCorrection(db, { ...fine, reason: "a test" }, STAFF, "fine-of-the-statement");
  const [announced] = await listFines(db, { userId: partnerId }, 1);
  const [line] = (await statement()).lines;
  expect(line).toMatchObject({ kind: "partner_fine", move: "hold", number: String(announced?.id) });
});
