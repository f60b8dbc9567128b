import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { describe, expect, it, vi } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { listStuckOrders, prepareOrderJob, settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { findAccountOrder, findPreparing } from "#features/ready-accounts/orders.reads.ts";
import { type AccountPurchase, buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { deliveryPartCount, deliverySeconds } from "#features/ready-accounts/ready-accounts.rules.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { isQueued } from "#lib/jobs/queue.ts";
import { log } from "#lib/log.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

const COUNT = 2 * deliveryPartCount + 50;
const PRICE = 100;
const MONEY = 2 * COUNT * PRICE;

/** A buyer with money for two large orders, and an offer with stock for one and ten accounts more. */
async function givenLarge(terms: { countryId?: number } = {}) {
  const { offerId, lines } = await givenAccountOffer(db, {
    ...{ ...terms, count: COUNT + 10, priceKopecks: kopecks(PRICE) },
  });
  const userId = await givenUser(db, MONEY);
  const input: AccountPurchase = {
    ...{
      userId,
      offerId,
      count: COUNT,
      maxTotalKopecks: null,
      channel: "site",
      idempotencyKey: randomUUID(),
    },
  };
  return { userId, offerId, lines, input };
}

async function givenOrdered(terms: { countryId?: number } = {}) {
  const given = await givenLarge(terms);
  const { orderId } = await buyReadyAccounts(db, given.input);
  return { ...given, orderId };
}

const orderOf = (orderId: number) =>
  one<{ state: string; preparedCount: number }>(
    db,
    sql`select state, prepared_count as "preparedCount" from ready_accounts_orders where id = ${orderId}`,
  );

async function stockOf(offerId: number): Promise<Record<string, number>> {
  const found = await rows<{ state: string; count: number }>(
    db,
    sql`select state, count(*)::int as count from ready_accounts_units where offer_id = ${offerId} group by state`,
  );
  return Object.fromEntries(found.map(({ state, count }) => [state, count]));
}

/** Makes what stands in a place of an order unreadable. */
const spoil = (orderId: number, place: number) =>
  execute(
    owner,
    sql`update ready_accounts_units u set sealed_text = 'k1.AAAA.AAAA.AAAA' from ready_accounts_items i
        where i.unit_id = u.id and i.order_id = ${orderId} and i.position = ${place}`,
  );

/** Notes a part as ready, as a process leaves it that dies behind its commit. */
const leaveBehindOnePart = (orderId: number) =>
  execute(
    db,
    sql`update ready_accounts_orders set prepared_count = ${deliveryPartCount} where id = ${orderId}`,
  );

describe("a large order", () => {
  it("is held whole at once, left to the worker, and delivered and paid once all of it is ready", async () => {
    const { userId, offerId, lines, input } = await givenLarge();
    const bought = await buyReadyAccounts(db, input);
    expect(bought).toEqual({ orderId: expect.any(Number), items: null, replayed: false });
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: MONEY, heldKopecks: COUNT * PRICE });
    expect(await stockOf(offerId)).toEqual({ held: COUNT, available: 10 });
    expect(await isQueued(db, [`ready-accounts-order:${bought.orderId}`])).toBe(true);
    expect(await buyReadyAccounts(db, input)).toEqual({ ...bought, replayed: true });

    await prepareOrderJob.handler(db, { orderId: bought.orderId });
    expect(await buyReadyAccounts(db, input)).toEqual({
      ...{ ...bought, items: lines.slice(0, COUNT), replayed: true },
    });
    expect(await getBalance(db, userId)).toMatchObject({
      ...{ postedKopecks: MONEY - COUNT * PRICE, heldKopecks: 0 },
    });
    expect(await stockOf(offerId)).toEqual({ sold: COUNT, available: 10 });
  });

  it("as large as one part is still answered at once", async () => {
    const { userId, lines, input } = await givenLarge();
    const { items } = await buyReadyAccounts(db, { ...input, count: deliveryPartCount });
    expect(items).toEqual(lines.slice(0, deliveryPartCount));
    expect((await getBalance(db, userId)).heldKopecks).toBe(0);
  });

  it("shows its buyer how many accounts are ready, and nothing of them before it is delivered", async () => {
    const { userId, offerId, orderId } = await givenOrdered();
    expect(await findPreparing(db, userId, offerId)).toEqual({ orderId, count: COUNT, preparedCount: 0 });
    const preparedCount = 2 * deliveryPartCount;
    let delivery = Promise.resolve();
    await withTransaction(db, async (tx) => {
      // The delivery waits for the wallet: everything before it is done by then.
      await one(tx, sql`select ledger_lock_wallet(${userId})`);
      delivery = settleOrder(db, orderId);
      await eventually(async () => expect(await orderOf(orderId)).toEqual({ state: "held", preparedCount }));
      const shown = await findAccountOrder(db, userId, orderId, "en");
      expect(shown).toMatchObject({ state: "held", count: COUNT, preparedCount, items: null, places: [] });
    });
    await delivery;
    const shown = await findAccountOrder(db, userId, orderId, "en");
    expect([shown?.state, shown?.preparedCount, shown?.places.length]).toEqual(["delivered", COUNT, COUNT]);
    expect(await findPreparing(db, userId, offerId)).toBeNull();
  });

  it("is delivered and paid once by many that prepare it at the same moment", async () => {
    const { userId, orderId } = await givenOrdered();
    await Promise.all(Array.from({ length: 6 }, () => settleOrder(db, orderId)));
    expect(await orderOf(orderId)).toEqual({ state: "delivered", preparedCount: COUNT });
    expect(await getBalance(db, userId)).toMatchObject({
      ...{ postedKopecks: MONEY - COUNT * PRICE, heldKopecks: 0 },
    });
  });

  it("that came no further is taken up by the sweep where it stopped, and each part gives it time anew", async () => {
    const { orderId } = await givenOrdered();
    await leaveBehindOnePart(orderId);
    expect(await listStuckOrders(db, 10)).not.toContain(orderId);
    await moveClock(owner, `${deliverySeconds} seconds`);
    try {
      expect(await listStuckOrders(db, 10)).toContain(orderId);
      await settleOrder(db, orderId);
      const { isRenewed } = await one<{ isRenewed: boolean }>(
        db,
        sql`select due_at > app_now() as "isRenewed" from ready_accounts_orders where id = ${orderId}`,
      );
      expect(isRenewed).toBe(true);
    } finally {
      await resetClock(owner);
    }
    expect(await orderOf(orderId)).toEqual({ state: "delivered", preparedCount: COUNT });
  });

  it("with an account that cannot be read gives the whole price back, and only that account leaves the stock", async () => {
    const { userId, offerId, orderId, input } = await givenOrdered();
    await spoil(orderId, deliveryPartCount + 7);
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    await settleOrder(db, orderId);
    expect(JSON.stringify(logged.mock.calls)).not.toContain("secret");
    logged.mockRestore();
    expect(await orderOf(orderId)).toEqual({ state: "cancelled", preparedCount: deliveryPartCount });
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: MONEY, heldKopecks: 0 });
    expect(await stockOf(offerId)).toEqual({ withdrawn: 1, available: COUNT + 9 });
    await expect(buyReadyAccounts(db, input)).rejects.toMatchObject({ code: "NOT_DELIVERED" });
  });

  it("is refunded between two parts once policy forbids it", async () => {
    const { userId, offerId, orderId } = await givenOrdered({ countryId: 10 });
    await leaveBehindOnePart(orderId);
    await withTransaction(db, (tx) =>
      blockSale(tx, {
        ...{ mode: "readyAccounts", countryId: 10, effect: "deny", reasonCode: "KILL_SWITCH" },
        ...{ reasonText: "a test", actor: "test" },
      }),
    );
    forgetPolicy(db);
    await settleOrder(db, orderId);
    expect(await orderOf(orderId)).toEqual({ state: "cancelled", preparedCount: deliveryPartCount });
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: MONEY, heldKopecks: 0 });
    expect(await stockOf(offerId)).toEqual({ available: COUNT + 10 });
  });
});
