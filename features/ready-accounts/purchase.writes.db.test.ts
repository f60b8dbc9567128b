import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { describe, expect, it, vi } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { listStuckOrders, settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { type AccountPurchase, buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { accountTerms, givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { deliverySeconds } from "#features/ready-accounts/ready-accounts.rules.ts";
import { editOffer, stepOffer } from "#features/ready-accounts/stock/offers.writes.ts";
import { listOrderTexts } from "#features/ready-accounts/unit-texts.reads.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { log } from "#lib/log.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 40 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

function purchase(part: Partial<AccountPurchase> & { userId: number; offerId: number }): AccountPurchase {
  return { count: 1, maxTotalKopecks: null, channel: "site", idempotencyKey: randomUUID(), ...part };
}

const codeOf = (result: PromiseSettledResult<unknown>) =>
  result.status === "rejected" ? String((result.reason as { code?: string }).code) : "done";

async function stockOf(offerId: number): Promise<Record<string, number>> {
  const found = await rows<{ state: string; count: number }>(
    db,
    sql`select state, count(*)::int as count from ready_accounts_units where offer_id = ${offerId} group by state`,
  );
  return Object.fromEntries(found.map(({ state, count }) => [state, count]));
}

describe("buying ready accounts", () => {
  it("delivers the oldest ones in their order and takes the money once", async () => {
    const { offerId, lines } = await givenAccountOffer(db, { count: 3 });
    const userId = await givenUser(db, 5_000);
    const bought = await buyReadyAccounts(db, purchase({ userId, offerId, count: 2 }));
    expect(bought).toMatchObject({ items: lines.slice(0, 2), replayed: false });
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 3_000, heldKopecks: 0 });
    expect(await stockOf(offerId)).toEqual({ sold: 2, available: 1 });
  });

  it("answers the first order again under its key, and refuses the key for another input", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 3 });
    const userId = await givenUser(db, 5_000);
    const input = purchase({ userId, offerId });
    const first = await buyReadyAccounts(db, input);
    expect(await buyReadyAccounts(db, input)).toEqual({ ...first, replayed: true });
    await expect(buyReadyAccounts(db, { ...input, count: 2 })).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
    expect((await getBalance(db, userId)).postedKopecks).toBe(4_000);
  });

  it("opens no account for the answer of a caller who reads them later, at a repeated call neither", async () => {
    const { offerId, lines } = await givenAccountOffer(db, { count: 2 });
    const userId = await givenUser(db, 5_000);
    const input = purchase({ userId, offerId, count: 2, isReadLater: true });
    const { orderId, items } = await buyReadyAccounts(db, input);
    expect([items, await listOrderTexts(db, orderId)]).toEqual([[], lines]);
    expect(await buyReadyAccounts(db, input)).toEqual({ orderId, items: [], replayed: true });
    expect(await stockOf(offerId)).toEqual({ sold: 2 });
  });

  it("makes one order of many calls with one key at the same moment, and all get the same accounts", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 30 });
    const userId = await givenUser(db, 100_000);
    const input = purchase({ userId, offerId, count: 2 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyReadyAccounts(db, input)));
    expect(new Set(answers.map(({ items }) => String(items))).size).toBe(1);
    expect(await stockOf(offerId)).toEqual({ sold: 2, available: 28 });
  });

  it.each([
    ["more than are left", { count: 4 }, "NO_ACCOUNTS", { leftCount: 3 }],
    ["fewer than the least", { minCount: 2 }, "TOO_FEW_ACCOUNTS", { leastCount: 2 }],
    ["for more than the buyer agreed to", { max: 999 }, "WRONG_MAX_PRICE", { minPriceKopecks: 1_000 }],
    ["without the money", { money: 999 }, "NO_BALANCE", { priceKopecks: 1_000 }],
  ])("refuses to sell %s, and holds nothing", async (_, wish, code, details) => {
    const {
      count = 1,
      minCount = 1,
      max = null,
      money = 10_000,
    } = wish as Record<string, number | undefined>;
    const { offerId } = await givenAccountOffer(db, { count: 3, minCount });
    const userId = await givenUser(db, money);
    const maxTotalKopecks = max === null ? null : kopecks(max);
    const input = purchase({ userId, offerId, count, maxTotalKopecks });
    await expect(buyReadyAccounts(db, input)).rejects.toMatchObject({ code, details });
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: money, heldKopecks: 0 });
    expect(await stockOf(offerId)).toEqual({ available: 3 });
  });

  it("sells nothing of an offer that is stopped or was never there", async () => {
    const { offerId } = await givenAccountOffer(db);
    const userId = await givenUser(db, 5_000);
    await withTransaction(db, (tx) => stepOffer(tx, offerId, "stop"));
    for (const id of [offerId, 999_999])
      await expect(buyReadyAccounts(db, purchase({ userId, offerId: id }))).rejects.toMatchObject({
        code: "ACCOUNT_OFFER_NOT_FOUND",
      });
  });

  it("never sells an account whose time is over", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 2 });
    await execute(
      owner,
      sql`update ready_accounts_units set expires_at = app_now() where offer_id = ${offerId}`,
    );
    const userId = await givenUser(db, 5_000);
    await expect(buyReadyAccounts(db, purchase({ userId, offerId }))).rejects.toMatchObject({
      code: "NO_ACCOUNTS",
    });
  });
});

describe("many buyers at the same moment", () => {
  it("sells exactly 50 accounts to 200 buyers, each account once", async () => {
    const { offerId, lines } = await givenAccountOffer(db, { count: 50 });
    const buyers = await Promise.all(Array.from({ length: 200 }, () => givenUser(db, 1_000)));
    const results = await Promise.allSettled(
      buyers.map((userId) => buyReadyAccounts(db, purchase({ userId, offerId }))),
    );
    const sold = results.flatMap((result) =>
      result.status === "fulfilled" ? (result.value.items ?? []) : [],
    );
    expect(sold.toSorted()).toEqual(lines.toSorted());
    const refusals = results.map(codeOf).filter((code) => code !== "done");
    expect(new Set(refusals)).toEqual(new Set(["NO_ACCOUNTS"]));
    expect(refusals).toHaveLength(150);
  });

  it("lets a wallet with money for ten pay for exactly ten", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 40 });
    const userId = await givenUser(db, 10_000);
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, () => buyReadyAccounts(db, purchase({ userId, offerId }))),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 0, heldKopecks: 0 });
  });
});

describe("policy", () => {
  it("forbids accounts of banks, government, payment services and exchanges from the start, even where numbers are allowed", async () => {
    const services = await rows<{ id: number; category: string }>(
      db,
      sql`select distinct on (category) id, category from catalogue_services
          where category in ('bank', 'government', 'payments', 'broker', 'crypto') order by category, id`,
    );
    const categories = ["bank", "broker", "crypto", "government", "payments"];
    expect(services.map(({ category }) => category)).toEqual(categories);
    const ids = services.map(({ id }) => id);
    await execute(
      owner,
      sql`update policy_blocks set lifted_at = app_now(), lifted_by = 'test', lift_reason = 'numbers only'
          where service_id = any(${ids}) and mode is null`,
    );
    await execute(
      owner,
      sql`insert into policy_history (block_id, action, actor, reason)
          select id, 'lifted', 'test', 'numbers only' from policy_blocks where service_id = any(${ids}) and mode is null`,
    );
    forgetPolicy(db);
    const userId = await givenUser(db, 5_000);
    for (const { id, category } of services) {
      const { offerId } = await givenAccountOffer(db, { serviceId: id });
      await expect(buyReadyAccounts(db, purchase({ userId, offerId })), category).rejects.toMatchObject({
        code: "NOT_FOR_SALE",
      });
    }
    expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 5_000, heldKopecks: 0 });
  });

  it("stops every sale by its kill switch, and nothing is held; what was sold before is answered again under its key", async () => {
    const { offerId } = await givenAccountOffer(db, { countryId: 10 });
    const early = purchase({ userId: await givenUser(db, 5_000), offerId });
    const bought = await buyReadyAccounts(db, early);
    await withTransaction(db, (tx) =>
      blockSale(tx, {
        ...{ mode: "readyAccounts", countryId: 10, effect: "deny", reasonCode: "KILL_SWITCH" },
        ...{ reasonText: "a test", actor: "test" },
      }),
    );
    forgetPolicy(db);
    const userId = await givenUser(db, 5_000);
    await expect(buyReadyAccounts(db, purchase({ userId, offerId }))).rejects.toMatchObject({
      code: "SALES_STOPPED",
    });
    expect((await getBalance(db, userId)).heldKopecks).toBe(0);
    expect(await buyReadyAccounts(db, early)).toEqual({ ...bought, replayed: true });
    await expect(buyReadyAccounts(db, { ...early, count: 2 })).rejects.toMatchObject({
      code: "IDEMPOTENCY_MISMATCH",
    });
    expect((await getBalance(db, early.userId)).postedKopecks).toBe(4_000);
  });
});

describe("a purchase that does not come to its end", () => {
  /** The first half alone, as a process leaves it that dies behind its commit. */
  async function givenHeld(count = 2) {
    const { offerId, lines } = await givenAccountOffer(db, { count: 3 });
    const userId = await givenUser(db, 5_000);
    const { order_id: orderId } = await withTransaction(db, (tx) =>
      one<{ order_id: number }>(
        tx,
        sql`select order_id from ready_accounts_reserve(${userId}, ${randomUUID()}, 'hash', ${offerId}, ${count}, null, 'site',
          ${deliverySeconds}, 20)`,
      ),
    );
    return { offerId, lines, userId, orderId };
  }

  it("is delivered by the sweep once its time is over, and not before", async () => {
    const { orderId, userId, offerId } = await givenHeld();
    expect(await listStuckOrders(db, 10)).not.toContain(orderId);
    await moveClock(owner, `${deliverySeconds} seconds`);
    try {
      expect(await listStuckOrders(db, 10)).toContain(orderId);
      await Promise.all([settleOrder(db, orderId), settleOrder(db, orderId)]);
    } finally {
      await resetClock(owner);
    }
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 3_000, heldKopecks: 0 });
    expect(await stockOf(offerId)).toEqual({ sold: 2, available: 1 });
  });

  it("gives the money back where an account cannot be read: the broken one is withdrawn, the others are sold again", async () => {
    const { orderId, userId, offerId, lines } = await givenHeld();
    await execute(
      owner,
      sql`update ready_accounts_units u set sealed_text = 'k1.AAAA.AAAA.AAAA' from ready_accounts_items i
          where i.unit_id = u.id and i.order_id = ${orderId} and i.position = 1`,
    );
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    await settleOrder(db, orderId);
    expect(JSON.stringify(logged.mock.calls)).not.toContain("secret");
    logged.mockRestore();
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 5_000, heldKopecks: 0 });
    expect(await stockOf(offerId)).toEqual({ withdrawn: 1, available: 2 });
    const { items } = await buyReadyAccounts(db, purchase({ userId, offerId, count: 2 }));
    expect(items).toEqual(lines.slice(1));
  });
});

describe("an offer whose seller cuts its warranty", () => {
  it("is sold with the hours that buyers have just seen, and with the new ones when these were long enough to be seen", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 3, warrantyHours: 48 });
    const userId = await givenUser(db, 5_000);
    const edit = (warrantyHours: number) =>
      withTransaction(db, (tx) => editOffer(tx, offerId, accountTerms({ warrantyHours })));
    const boughtWith = async () => {
      const { orderId } = await buyReadyAccounts(db, purchase({ userId, offerId }));
      return one(db, sql`select warranty_hours as hours from ready_accounts_orders where id = ${orderId}`);
    };
    try {
      await edit(24);
      await edit(2);
      expect(await boughtWith()).toEqual({ hours: 48 });
      await moveClock(owner, `${env.PRICE_TOLD_SECONDS + 1} seconds`);
      expect(await boughtWith()).toEqual({ hours: 2 });
      await edit(72);
      expect(await boughtWith()).toEqual({ hours: 72 });
    } finally {
      await resetClock(owner);
    }
  });

  it("is not sold with a shorter warranty than its buyer names, and an order that was bought before stays one", async () => {
    const { offerId } = await givenAccountOffer(db, { count: 3, warrantyHours: 48 });
    const userId = await givenUser(db, 5_000);
    const input = purchase({ userId, offerId, minWarrantyHours: 48 });
    const { orderId } = await buyReadyAccounts(db, input);
    await withTransaction(db, (tx) => editOffer(tx, offerId, accountTerms({ warrantyHours: 2 })));
    try {
      await moveClock(owner, `${env.PRICE_TOLD_SECONDS + 1} seconds`);
      const other = purchase({ userId, offerId, minWarrantyHours: 48 });
      await expect(buyReadyAccounts(db, other)).rejects.toMatchObject({
        ...{ code: "WARRANTY_TOO_SHORT", details: { warrantyHours: 2 } },
      });
      expect(await getBalance(db, userId)).toMatchObject({ availableKopecks: 4_000, heldKopecks: 0 });
      expect(await stockOf(offerId)).toEqual({ sold: 1, available: 2 });
      expect(await buyReadyAccounts(db, input)).toMatchObject({ orderId, replayed: true });
      await expect(buyReadyAccounts(db, { ...input, minWarrantyHours: 2 })).rejects.toMatchObject({
        code: "IDEMPOTENCY_MISMATCH",
      });
      expect((await buyReadyAccounts(db, { ...other, minWarrantyHours: 2 })).replayed).toBe(false);
    } finally {
      await resetClock(owner);
    }
  });
});
