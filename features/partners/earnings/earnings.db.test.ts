import type { QueryResultRow } from "pg";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import {
  carryOutCorrection,
  proposeCorrection,
} from "#features/back-office/corrections/corrections.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { givenRole } from "#features/identity/roles/account-roles.factory.ts";
import { getPartnerBalance } from "#features/ledger/ledger.reads.ts";
import { collectAllOwed, payDueEarnings, recordEarned } from "#features/partners/earnings/earnings.jobs.ts";
import { listOrderEarnings, readEarnings } from "#features/partners/earnings/earnings.reads.ts";
import { approveWithdrawal } from "#features/payments/withdrawals/approval.writes.ts";
import { sendDueWithdrawals } from "#features/payments/withdrawals/sending/sending.jobs.ts";
import {
  cancelWithdrawal,
  requestWithdrawal,
} from "#features/payments/withdrawals/withdrawal-request.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { extendRental } from "#features/rentals/extensions/extensions.writes.ts";
import { rentNumber } from "#features/rentals/purchase.writes.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { givenRentOffer } from "#features/supply/rent-offers.factory.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Queryable, Statement } from "#lib/db/pool.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 20 });
const STAFF = { staffId: 990_001 as UserId, permission: "money-lead", ip: "" } as const;
const gateways = new Map();
const SECOND = { ...STAFF, staffId: 990_002 as UserId };

let unique = 0;
beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

/** Everything that the sweeps do, until nothing is left. */
async function settle(): Promise<void> {
  while ((await recordEarned(db)) > 0);
  while ((await payDueEarnings(db)) > 0);
  await collectAllOwed(db);
}
async function afterTheWindow(): Promise<void> {
  await settle();
  await moveClock(owner, "8 days");
  await settle();
  await moveClock(owner, "-8 days");
}

/** A supplier becomes a partner's. */
async function givenOwner(supplierId: number): Promise<UserId> {
  const { userId } = await givenApiBuyer(db, 0);
  await withTransaction(db, (tx) => givenRole(tx, userId, "partner"));
  await execute(owner, sql`update supply_suppliers set owner_user_id = ${userId} where id = ${supplierId}`);
  return userId as UserId;
}

type Orders = { partner: UserId; supplierId: number; orders: number[] };

/** A partner's number is bought and its code comes, so many times. Every order costs its buyer 200 and earns 100 roubles. */
async function givenOrders(count: number, earlier?: Orders): Promise<Orders> {
  unique += 1;
  const countryId = 10 + unique;
  const common = { countryId, priceKopecks: 20_000, costKopecks: 10_000, count };
  const offer = await givenOffer(db, { ...common, ...(earlier ? { supplierId: earlier.supplierId } : {}) });
  const partner = earlier?.partner ?? (await givenOwner(offer.supplierId));
  const { userId } = await givenApiBuyer(db, 1_000_000);
  const orders: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const { id, number } = await buyActivation(
      db,
      purchase({ userId, countryId, channel: "api", idempotencyKey: `order-${unique}-${index}` }),
    );
    const sms = { supplierId: offer.supplierId, phone: Number(number), sender: "T", text: "code 12345" };
    await receiveSms(db, { ...sms, smsId: BigInt(unique * 1_000 + index) }, deliverSms);
    orders.push(id);
  }
  return { partner, supplierId: offer.supplierId, orders };
}

async function refund(activationId: number | undefined): Promise<void> {
  unique += 1;
  const proposal = {
    kind: "activation_refund",
    activationId: activationId as number,
    reason: "no code",
  } as const;
  const { id } = await proposeCorrection(db, proposal, STAFF, `refund-${unique}-key`);
  const { state } = await one<{ state: string }>(
    owner,
    sql`select state from back_office_corrections where id = ${id}`,
  );
  if (state === "proposed") await carryOutCorrection(db, { id, note: "" }, SECOND, `sign-${unique}-key`);
}

/** A partner asks for all of the balance, or for so much of it; the id is the withdrawal's. */
async function withdrawAll(userId: number, atMostKopecks?: number): Promise<number> {
  unique += 1;
  const { availableKopecks } = await getPartnerBalance(db, userId);
  const request = {
    userId,
    source: "partner",
    method: "balance",
    paymentId: null,
    destination: null,
  } as const;
  const amountKopecks = kopecks(Math.min(availableKopecks, atMostKopecks ?? availableKopecks));
  const asked = { ...request, amountKopecks, idempotencyKey: `withdrawal-${unique}-key` };
  return (await requestWithdrawal(db, gateways, asked)).id;
}
async function payOut(withdrawalId: number): Promise<void> {
  await approveWithdrawal(db, { withdrawalId, staffId: STAFF.staffId, reason: "looks right" });
  await sendDueWithdrawals(db, gateways);
}

const stateOf = (withdrawalId: number) =>
  one<{ state: string; reason: string | null }>(
    db,
    sql`select state, reason from payments_withdrawals where id = ${withdrawalId}`,
  );

async function moneyOf(userId: number) {
  const { pendingKopecks, availableKopecks, heldKopecks, owedKopecks } = await readEarnings(db, userId);
  return { pending: pendingKopecks, available: availableKopecks, held: heldKopecks, owed: owedKopecks };
}

/** What the account of the order's supplier has been given, less what left it. */
async function supplierHolds(activationId: number | undefined): Promise<number> {
  const { sum } = await one<{ sum: number }>(
    owner,
    sql`select coalesce(sum(case when t.credit_account_id = a.id then t.amount_kopecks else -t.amount_kopecks end), 0)::bigint as sum
        from activations o join ledger_accounts a on a.kind = 'supplier' and a.code = 'supplier:' || o.supplier_id
        join ledger_transfers t on a.id in (t.debit_account_id, t.credit_account_id) where o.id = ${activationId ?? 0}`,
  );
  return sum;
}

describe("a captured order", () => {
  test("earns its cost for the owner of the number: pending first, available after the window", async () => {
    const { partner, orders } = await givenOrders(2);
    await settle();
    expect(await moneyOf(partner)).toEqual({ pending: 20_000, available: 0, held: 0, owed: 0 });
    // Half a day back, today began before these orders, also when midnight (UTC) has come since.
    await moveClock(owner, "-12 hours");
    expect((await readEarnings(db, partner)).todayKopecks).toBe(20_000);
    await moveClock(owner, "12 hours");
    expect(
      await listOrderEarnings(db, { userId: partner, kind: "activation", orderIds: orders }),
    ).toMatchObject(orders.map((orderId) => ({ orderId, amountKopecks: 10_000, state: "pending" })));
    await afterTheWindow();
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 20_000, held: 0, owed: 0 });
    expect(await supplierHolds(orders[0])).toBe(0);
  });

  test("is told once, as pending or as available, also while it changes from one to the other", async () => {
    const { partner } = await givenOrders(1);
    await settle();
    let isMoved = false;
    const movesMeanwhile: Queryable = {
      query: async <Row extends QueryResultRow>(statement: Statement) => {
        const found = await db.query<Row>(statement);
        if (!isMoved) await afterTheWindow();
        isMoved = true;
        return found;
      },
    };
    const { pendingKopecks, availableKopecks } = await readEarnings(movesMeanwhile, partner);
    expect([isMoved, pendingKopecks, availableKopecks]).toEqual([true, 0, 10_000]);
  });

  test("earns nothing for a supplier that is nobody's", async () => {
    const before = await one<{ count: number }>(owner, sql`select count(*) as count from partners_earnings`);
    const { partner, orders } = await givenOrders(1);
    await execute(
      owner,
      sql`update supply_suppliers set owner_user_id = null where owner_user_id = ${partner}`,
    );
    await settle();
    const after = await one<{ count: number }>(owner, sql`select count(*) as count from partners_earnings`);
    expect(after.count).toBe(before.count);
    expect(await supplierHolds(orders[0])).toBe(10_000);
  });

  test("earns when its number is rented, and again with every extension", async () => {
    const { userId } = await givenApiBuyer(db, 10_000_000);
    const offer = await givenRentOffer(db, { countryId: 6, count: 1, hourCostKopecks: 10_000 });
    const partner = await givenOwner(offer.supplierId);
    const common = { userId, maxPriceKopecks: null, channel: "site" } as const;
    const rented = await rentNumber(db, {
      ...common,
      ...{ serviceCode: "tg", countryId: 6, operator: "any", hours: 4, idempotencyKey: "earning-rent" },
    });
    await settle();
    expect((await moneyOf(partner)).pending).toBe(0);
    for (const key of ["earning-longer-1", "earning-longer-2", "earning-longer-2"])
      await extendRental(db, { ...common, rentalId: rented.id, hours: 4, idempotencyKey: key });
    await settle();
    const earned = await listOrderEarnings(db, { userId: partner, kind: "rental", orderIds: [rented.id] });
    expect(earned.map(({ amountKopecks }) => amountKopecks)).toEqual([40_000, 40_000, 40_000]);
    expect((await moneyOf(partner)).pending).toBe(120_000);
  });

  test("is one earning and one payment, however many workers look at once", async () => {
    const { partner } = await givenOrders(5);
    const together = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 8 }, work));
    await together(() => recordEarned(db));
    await settle();
    await moveClock(owner, "8 days");
    await together(() => payDueEarnings(db));
    await settle();
    await moveClock(owner, "-8 days");
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 50_000, held: 0, owed: 0 });
  });

  test("is paid though an earning before it cannot be", async () => {
    const { partner, orders } = await givenOrders(2);
    await settle();
    const first = sql`order_kind = 'activation' and order_id = ${orders[0]}`;
    const { id } = await one<{ id: number }>(
      owner,
      sql`update partners_earnings set amount_kopecks = 9007199254740993, available_at = available_at - interval '1 hour'
          where ${first} returning id`,
    );
    const said = vi.spyOn(log, "error").mockReturnValue(undefined);
    await afterTheWindow();
    expect(said).toHaveBeenCalledWith(
      expect.objectContaining({ step: "pay an earning", id }),
      "a due row is left for the next run",
    );
    said.mockRestore();
    expect((await getPartnerBalance(db, partner)).availableKopecks).toBe(10_000);
    await execute(owner, sql`update partners_earnings set amount_kopecks = 10000 where id = ${id}`);
    await afterTheWindow();
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 20_000, held: 0, owed: 0 });
  });
});

describe("an order that the staff give back", () => {
  test("before its window ends, is not paid, and the supplier's account keeps nothing of it", async () => {
    const { partner, orders } = await givenOrders(2);
    await settle();
    await refund(orders[0]);
    await settle();
    expect(await moneyOf(partner)).toEqual({ pending: 10_000, available: 0, held: 0, owed: 0 });
    expect(await supplierHolds(orders[0])).toBe(10_000);
    await afterTheWindow();
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 10_000, held: 0, owed: 0 });
  });

  test("before anybody has looked, was never earned", async () => {
    const { partner, orders } = await givenOrders(1);
    await refund(orders[0]);
    await afterTheWindow();
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 0, held: 0, owed: 0 });
    expect(await supplierHolds(orders[0])).toBe(0);
  });

  test("after it became available, is taken out of the balance once", async () => {
    const { partner, orders } = await givenOrders(2);
    await afterTheWindow();
    await refund(orders[1]);
    await Promise.all(Array.from({ length: 6 }, settle));
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 10_000, held: 0, owed: 0 });
  });

  test("after it was withdrawn, is owed and taken from the next earnings; the balance is never below zero", async () => {
    const earlier = await givenOrders(2);
    const { partner, orders } = earlier;
    await afterTheWindow();
    await payOut(await withdrawAll(partner));
    await refund(orders[0]);
    await settle();
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 0, held: 0, owed: 10_000 });
    expect((await getPartnerBalance(db, partner)).postedKopecks).toBe(0);
    await givenOrders(3, earlier);
    await settle();
    expect(await moneyOf(partner)).toEqual({ pending: 30_000, available: 0, held: 0, owed: 10_000 });
    await afterTheWindow();
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 20_000, held: 0, owed: 0 });
  });

  test("while its money is reserved for a withdrawal, stops that withdrawal and is taken out of what it held", async () => {
    const { partner, orders } = await givenOrders(3);
    await afterTheWindow();
    const withdrawalId = await withdrawAll(partner);
    await refund(orders[0]);
    await settle();
    expect(await stateOf(withdrawalId)).toEqual({ state: "rejected", reason: "refunded_orders" });
    await Promise.all(Array.from({ length: 6 }, settle));
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 20_000, held: 0, owed: 0 });
    await payOut(await withdrawAll(partner));
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 0, held: 0, owed: 0 });
  });

  test("stops no withdrawal while the rest of the balance covers it", async () => {
    const { partner, orders } = await givenOrders(3);
    await afterTheWindow();
    const withdrawalId = await withdrawAll(partner, 20_000);
    await refund(orders[0]);
    await settle();
    expect((await stateOf(withdrawalId)).state).toBe("requested");
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 0, held: 20_000, owed: 0 });
    await cancelWithdrawal(db, partner, withdrawalId);
    await settle();
    expect(await moneyOf(partner)).toEqual({ pending: 0, available: 20_000, held: 0, owed: 0 });
  });
});
