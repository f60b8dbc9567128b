import { randomUUID } from "node:crypto";
import fc from "fast-check";
import sql from "sql-template-tag";
import { beforeAll, describe, expect, test } from "vitest";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { clearTakedown, takeDownService } from "#features/ready-accounts/takedown/takedown.writes.ts";
import { claimAccount, settleDueClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { statisticsUserChecks } from "#features/statistics/users/users.checks.ts";
import type { StatisticsView } from "#features/statistics/users/users.contract.ts";
import { findPeriod, readDetails, readStatistics } from "#features/statistics/users/users.reads.ts";
import { countPurchases } from "#features/statistics/users/users.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";
import { listOffences, offenceText } from "#lib/tooling/database/checks.ts";

const { db, owner } = await useTestDb();
const [OTHER, TAKEN_DOWN] = [20, 1];
const PRICE = 1_000;

beforeAll(async () => {
  await withTransaction(db, seedCatalogue);
  await withTransaction(db, seedPolicy);
});

async function buy(userId: UserId, offerId: number, count: number): Promise<number> {
  const purchase = { userId, offerId, count, maxTotalKopecks: null, channel: "site" } as const;
  return (await buyReadyAccounts(db, { ...purchase, idempotencyKey: randomUUID() })).orderId;
}

/** The first half of a purchase alone. */
async function hold(userId: UserId, offerId: number, count: number): Promise<number> {
  const { id } = await one<{ id: number }>(
    db,
    sql`select order_id as id from ready_accounts_reserve(${userId}, ${randomUUID()}, 'hash', ${offerId}, ${count}, null, 'site', 30, 20)`,
  );
  return id;
}

const refundOrder = (orderId: number) =>
  one(db, sql`select ready_accounts_refund_order(${orderId}, array['held'], '{}')`);

/** Of one account of an order: another comes in its place while stock lasts, else its price comes back. Answers what was refunded. */
async function claim(userId: UserId, orderId: number, place: number): Promise<number> {
  const wish = { userId, orderId, place, text: "it is closed", idempotencyKey: randomUUID() };
  const { claimId } = await claimAccount(db, wish);
  await settleDueClaim(db, claimId);
  const decided = await one<{ refund: number | null }>(
    db,
    sql`select refund_kopecks as refund from ready_accounts_claims where id = ${claimId}`,
  );
  return decided.refund ?? 0;
}

async function stockOf(offerId: number): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from ready_accounts_units where offer_id = ${offerId} and state = 'available'`,
  );
  return count;
}

async function figures(userId: UserId, ask: Partial<Parameters<typeof readStatistics>[1]> = {}) {
  const period = await findPeriod(db, { days: 300 });
  return readStatistics(db, { userId, kind: "accounts", by: "service", locale: "en", ...period, ...ask });
}

/** Counts until nothing is left, and once more; the figures must not change by it. */
async function count(userId: UserId): Promise<StatisticsView> {
  const before = await figures(userId);
  while ((await countPurchases(db, 3)) > 0);
  await countPurchases(db, 3);
  expect(await figures(userId)).toEqual(before);
  return before;
}

const inTable = (userId: UserId) =>
  one<{ requests: number; accounts: number; running: number }>(
    db,
    sql`select coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(accounts), 0)::bigint as accounts,
          (select count(*) from statistics_running where user_id = ${userId}) as running
        from statistics_users where user_id = ${userId} and kind = 'accounts'`,
  );

const found = async () =>
  (await listOffences(owner, statisticsUserChecks)).filter((offence) => offence.count > 0).map(offenceText);

describe("a buyer's figures of ready accounts", () => {
  test("tell of an order at once, before and after it is counted, whether it is delivered or not", async () => {
    const userId = await givenCustomer(db, 100_000);
    const { offerId } = await givenAccountOffer(db, { count: 9 });
    await buy(await givenCustomer(db, 100_000), offerId, 1);
    await buy(userId, offerId, 3);
    await refundOrder(await hold(userId, offerId, 2));
    const open = await hold(userId, offerId, 2);
    const total = {
      requests: 3,
      refused: 1,
      numbers: 0,
      waiting: 0,
      accountOrders: 3,
      accounts: 3,
      refundedAccounts: 0,
      spentKopecks: 3 * PRICE,
      deliveryPercent: null,
      medianSeconds: null,
    };
    expect((await count(userId)).total).toMatchObject(total);
    expect(await inTable(userId)).toEqual({ requests: 0, accounts: 0, running: 0 });
    await moveClock(owner, "6 minutes");
    expect((await count(userId)).total).toMatchObject(total);
    expect(await inTable(userId)).toEqual({ requests: 2, accounts: 3, running: 1 });
    await settleOrder(db, open);
    const delivered = { ...total, accounts: 5, spentKopecks: 5 * PRICE };
    expect((await count(userId)).total).toMatchObject(delivered);
    expect(await inTable(userId)).toEqual({ requests: 3, accounts: 5, running: 0 });
  });

  test("count an account that was replaced once, and take the price of one that was refunded off its own day", async () => {
    const userId = await givenCustomer(db, 100_000);
    const { offerId } = await givenAccountOffer(db, { count: 3, warrantyHours: 96 });
    const orderId = await buy(userId, offerId, 2);
    await moveClock(owner, "50 hours");
    await count(userId);
    expect(await claim(userId, orderId, 1)).toBe(0);
    const bought = { accountOrders: 1, accounts: 2, capturedKopecks: 2 * PRICE };
    expect((await count(userId)).total).toMatchObject({ ...bought, refundedAccounts: 0, returnedKopecks: 0 });
    expect(await claim(userId, orderId, 2)).toBe(PRICE);
    const view = await count(userId);
    const refunded = { refundedAccounts: 1, returnedKopecks: PRICE, spentKopecks: PRICE };
    expect(view.total).toMatchObject({ ...bought, ...refunded });
    const days = view.days.filter((day) => day.accounts + day.refundedAccounts > 0);
    expect(days).toMatchObject([{ ...bought, ...refunded }]);
  });

  test("of a service that is taken down tell of what was delivered before, and what was held spends nothing", async () => {
    const userId = await givenCustomer(db, 100_000);
    const { offerId } = await givenAccountOffer(db, { count: 5, serviceId: TAKEN_DOWN });
    await buy(userId, offerId, 1);
    await hold(userId, offerId, 2);
    await moveClock(owner, "6 minutes");
    await count(userId);
    const step = { serviceId: TAKEN_DOWN, staffId: 1, reason: "they asked for it" };
    const { id } = await withTransaction(db, (tx) => takeDownService(tx, step));
    await Promise.all([clearTakedown(db, id), clearTakedown(db, id)]);
    expect((await count(userId)).total).toMatchObject({
      ...{ requests: 2, refused: 1, accounts: 1, spentKopecks: PRICE, returnedKopecks: 0 },
    });
    expect(await inTable(userId)).toEqual({ requests: 2, accounts: 1, running: 0 });
  });

  test("stand beside those of numbers, add up by day, service and country, and are rows of the file", async () => {
    const userId = await givenCustomer(db, 100_000);
    const { offerId } = await givenAccountOffer(db, { count: 4 });
    const other = await givenAccountOffer(db, { count: 4, serviceId: OTHER, countryId: 8 });
    await buy(userId, offerId, 2);
    await moveClock(owner, "30 hours");
    await countPurchases(db, 100);
    await buy(userId, other.offerId, 1);
    const ofAll = await figures(userId, { kind: "all" });
    expect(ofAll.total).toMatchObject({ requests: 2, accountOrders: 2, accounts: 3, numbers: 0 });
    expect((await figures(userId, { kind: "activation" })).total.requests).toBe(0);
    expect((await figures(userId, { kind: "rental" })).total.requests).toBe(0);
    const byCountry = await figures(userId, { by: "country" });
    expect(byCountry.groups.map(({ country }) => country?.id).toSorted()).toEqual([6, 8]);
    const details = [];
    const extent = { userId, kind: "all", ...(await findPeriod(db, { days: 40 })) } as const;
    for await (const batch of readDetails(db, extent, "en")) details.push(...batch);
    expect(details).toMatchObject([
      { kind: "accounts", service: { code: "tg" }, accounts: 2, spentKopecks: 2 * PRICE },
      { kind: "accounts", service: { code: "ok" }, accounts: 1, spentKopecks: PRICE },
    ]);
    for (const rows of [ofAll.groups, ofAll.days, byCountry.groups, details]) {
      for (const name of ["accountOrders", "accounts", "spentKopecks"] as const) {
        expect(rows.reduce((sum, row) => sum + row[name], 0)).toBe(ofAll.total[name]);
      }
    }
  });

  test("that differ from the orders are found by the checks, and so is an order put aside that is none", async () => {
    const userId = await givenCustomer(db, 100_000);
    const { offerId } = await givenAccountOffer(db, { count: 4 });
    await buy(userId, offerId, 2);
    await moveClock(owner, "6 minutes");
    await count(userId);
    expect(await found()).toEqual([]);
    await execute(owner, sql`update statistics_users set accounts = accounts + 1 where user_id = ${userId}`);
    expect((await found()).join("\n")).toContain("figures are those of their purchases");
    await execute(owner, sql`update statistics_users set accounts = accounts - 1 where user_id = ${userId}`);
    await execute(owner, sql`insert into statistics_running values (${userId}, 'accounts', 17)`);
    expect((await found()).join("\n")).toContain("put aside");
    await execute(owner, sql`delete from statistics_running where purchase_id = 17`);
  });
});

type Step = {
  readonly do: "buy" | "hold" | "deliver" | "refund" | "claim" | "pass" | "count";
  readonly at: number;
};

const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom("buy", "buy", "hold", "deliver", "refund", "claim", "claim", "pass", "count"),
  at: fc.nat(3),
});

type Told = {
  accountOrders: number;
  refused: number;
  accounts: number;
  refundedAccounts: number;
  spentKopecks: number;
};

/** Carries out what is possible of a life; answers what its figures must be. */
async function live(userId: UserId, offerId: number, steps: readonly Step[]): Promise<Told> {
  const told: Told = { accountOrders: 0, refused: 0, accounts: 0, refundedAccounts: 0, spentKopecks: 0 };
  const held: { id: number; size: number }[] = [];
  const places: { id: number; place: number }[] = [];
  const deliver = (id: number, size: number) => {
    told.accounts += size;
    told.spentKopecks += size * PRICE;
    for (let place = 1; place <= size; place += 1) places.push({ id, place });
  };
  /** Null where too few are left, since accounts that were given in place of others are gone too. */
  const take = async (begin: typeof buy, size: number) => {
    if ((await stockOf(offerId)) < size) return null;
    const id = await begin(userId, offerId, size);
    told.accountOrders += 1;
    return id;
  };
  const ways: Readonly<Record<Step["do"], (at: number) => Promise<void>>> = {
    buy: async (at) => {
      const id = await take(buy, at + 1);
      if (id !== null) deliver(id, at + 1);
    },
    hold: async (at) => {
      const id = await take(hold, at + 1);
      if (id !== null) held.push({ id, size: at + 1 });
    },
    deliver: async () => {
      const order = held.shift();
      if (!order) return;
      await settleOrder(db, order.id);
      deliver(order.id, order.size);
    },
    refund: async () => {
      const order = held.shift();
      if (!order) return;
      await refundOrder(order.id);
      told.refused += 1;
    },
    claim: async (at) => {
      const [one] = places.splice(at % Math.max(1, places.length), 1);
      if (!one) return;
      const refund = await claim(userId, one.id, one.place);
      told.refundedAccounts += refund > 0 ? 1 : 0;
      told.spentKopecks -= refund;
    },
    pass: (at) => moveClock(owner, `${at * 3} minutes`),
    count: async () => void (await countPurchases(db, 2)),
  };
  for (const one of steps) await ways[one.do](one.at);
  for (const { id } of held) await settleOrder(db, id);
  for (const { id, size } of held) deliver(id, size);
  return told;
}

test("whatever becomes of orders and whenever they are counted, running and recounted figures are the same", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const userId = await givenCustomer(db, 1_000_000);
      // Few more than are bought, so that some claims are replaced and others refunded.
      const wanted = steps.reduce((sum, one) => sum + (/buy|hold/.test(one.do) ? one.at + 1 : 0), 0);
      const { offerId } = await givenAccountOffer(db, { count: wanted + 1 });
      const told = await live(userId, offerId, steps);
      await moveClock(owner, "6 minutes");
      expect((await count(userId)).total).toMatchObject(told);
      const running = await inTable(userId);
      expect(running).toEqual({ requests: told.accountOrders, accounts: told.accounts, running: 0 });
      await execute(db, sql`select statistics_recount_purchases()`);
      expect((await figures(userId)).total).toMatchObject(told);
      await Promise.all(Array.from({ length: 4 }, () => countPurchases(db, 5)));
      expect((await count(userId)).total).toMatchObject(told);
      expect(await inTable(userId)).toEqual(running);
    }),
    { numRuns: 15 },
  );
  expect(await found()).toEqual([]);
});
