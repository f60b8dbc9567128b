import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { readyAccountClosing } from "#features/ready-accounts/closing.writes.ts";
import { listStoreSales, readStoreEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import {
  listDueStoreEarnings,
  payStoreEarning,
} from "#features/ready-accounts/earnings/store-earnings.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { stepOffer } from "#features/ready-accounts/stock/offers.writes.ts";
import { claimAccount, decideAccountClaim } from "#features/ready-accounts/warranty/warranty.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner, url } = await useTestDb({ max: 24 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

afterEach(async () => {
  // What became due under the moved clock is paid by the worker in life.
  await payAll();
  await resetClock(owner);
});

const PRICE = 1_001;
/** What a seller gets for one account: the commission is rounded up. */
const UNIT = PRICE - Math.ceil((PRICE * env.STORE_COMMISSION_PERCENT) / 100);
const terms = { priceKopecks: kopecks(PRICE), warrantyHours: 24 };

async function payAll(): Promise<void> {
  for (const orderId of await listDueStoreEarnings(db, 100)) await payStoreEarning(db, orderId);
}

type Sale = {
  readonly sellerId: UserId;
  readonly userId: UserId;
  readonly offerId: number;
  readonly orderId: number;
};

function buy(userId: UserId, offerId: number, count = 1) {
  return buyReadyAccounts(db, {
    ...{ userId, offerId, count, maxTotalKopecks: null, channel: "site", idempotencyKey: randomUUID() },
  });
}

/** A seller's order of so many accounts that was delivered, with so many more in stock. */
async function givenSale({ bought = 1, left = 0 } = {}): Promise<Sale> {
  const sellerId = (await givenUser(db, 0)) as UserId;
  const seller = { sellerId, provenance: "Registered by ourselves" };
  const { offerId } = await givenAccountOffer(db, { ...terms, count: bought + left }, seller);
  const userId = (await givenUser(db, 100_000)) as UserId;
  return { sellerId, userId, offerId, orderId: (await buy(userId, offerId, bought)).orderId };
}

async function claim({ userId, orderId }: Sale, place = 1): Promise<number> {
  const wish = { userId, orderId, place, text: "it is closed", idempotencyKey: randomUUID() };
  return (await claimAccount(db, wish)).claimId;
}
const decide = (claimId: number, decision: "accept" | "refuse" = "accept") =>
  withTransaction(db, (tx) =>
    decideAccountClaim(tx, { claimId, decision, deciderId: 1, reason: "so it is", mayReplace: true }),
  );
const earned = ({ sellerId }: Sale) => readStoreEarnings(db, sellerId);
const soldOf = async ({ sellerId }: Sale) => (await listStoreSales(db, { sellerId, before: null }, 10))[0];

describe("what a store sold", () => {
  it("is split at the delivery into commission and share, waits for the warranty's end and is paid once", async () => {
    const sale = await givenSale({ bought: 3 });
    expect(UNIT).toBe(800);
    expect(await soldOf(sale)).toMatchObject({
      ...{ orderId: sale.orderId, count: 3, totalKopecks: 3 * PRICE, shareKopecks: 3 * UNIT },
      ...{ commissionKopecks: 3 * (PRICE - UNIT), reversedKopecks: 0, state: "pending", paidAt: null },
    });
    expect(await earned(sale)).toMatchObject({ pendingKopecks: 3 * UNIT, availableKopecks: 0 });
    await moveClock(owner, "23 hours 59 minutes");
    await payStoreEarning(db, sale.orderId);
    expect(await earned(sale)).toMatchObject({ pendingKopecks: 3 * UNIT, availableKopecks: 0 });
    await moveClock(owner, "1 minute");
    expect(await listDueStoreEarnings(db, 10)).toContain(sale.orderId);
    await Promise.all(Array.from({ length: 10 }, () => payStoreEarning(db, sale.orderId)));
    expect(await earned(sale)).toMatchObject({
      pendingKopecks: 0,
      availableKopecks: 3 * UNIT,
      nextDueAt: null,
    });
    expect(await soldOf(sale)).toMatchObject({ state: "paid" });
    expect(await listDueStoreEarnings(db, 10)).not.toContain(sale.orderId);
  });

  it("loses the share of an account whose price came back, and the commission on it goes back as well", async () => {
    const sale = await givenSale({ bought: 2 });
    const before = await revenue();
    await decide(await claim(sale, 2));
    expect(await getBalance(db, sale.userId)).toMatchObject({ postedKopecks: 100_000 - PRICE });
    expect((await revenue()) - before).toBe(UNIT - PRICE);
    expect(await soldOf(sale)).toMatchObject({ shareKopecks: 2 * UNIT, reversedKopecks: UNIT });
    await moveClock(owner, "24 hours");
    await payAll();
    expect(await earned(sale)).toMatchObject({ pendingKopecks: 0, availableKopecks: UNIT });
  });

  it("is nothing when the prices of all accounts came back", async () => {
    const sale = await givenSale({ bought: 2 });
    for (const place of [1, 2]) await decide(await claim(sale, place));
    expect(await soldOf(sale)).toMatchObject({ state: "reversed", reversedKopecks: 2 * UNIT });
    await moveClock(owner, "24 hours");
    await payAll();
    expect(await earned(sale)).toMatchObject({ pendingKopecks: 0, availableKopecks: 0, nextDueAt: null });
  });

  it("waits while a claim does, and is paid whole when the claim is refused", async () => {
    const sale = await givenSale();
    const claimId = await claim(sale);
    await moveClock(owner, "25 hours");
    expect(await listDueStoreEarnings(db, 10)).not.toContain(sale.orderId);
    await payStoreEarning(db, sale.orderId);
    expect(await earned(sale)).toMatchObject({ pendingKopecks: UNIT, availableKopecks: 0 });
    await decide(claimId, "refuse");
    await payAll();
    expect(await earned(sale)).toMatchObject({ pendingKopecks: 0, availableKopecks: UNIT });
  });

  it("waits for the warranty of a replacement too, and keeps its share", async () => {
    const sale = await givenSale({ left: 1 });
    const claimId = await claim(sale);
    await moveClock(owner, "20 hours");
    await decide(claimId);
    await moveClock(owner, "23 hours");
    await payAll();
    expect(await earned(sale)).toMatchObject({ pendingKopecks: UNIT, availableKopecks: 0 });
    await moveClock(owner, "2 hours");
    await payAll();
    expect(await earned(sale)).toMatchObject({ pendingKopecks: 0, availableKopecks: UNIT });
  });

  it("adds up while buyers buy, claims are decided and earnings are paid at the same moment", async () => {
    const sale = await givenSale({ bought: 4, left: 20 });
    const older = await givenSale({ bought: 5 });
    const claims = await Promise.all([1, 2, 3].map((place) => claim(older, place)));
    const buyers = await Promise.all(Array.from({ length: 10 }, () => givenUser(db, 10_000)));
    await moveClock(owner, "24 hours");
    await Promise.all([
      ...buyers.map((userId) => buy(userId as UserId, sale.offerId, 2)),
      ...claims.flatMap((claimId) => [decide(claimId), decide(claimId)].map((one) => one.catch(() => null))),
      ...Array.from({ length: 5 }, () => payStoreEarning(db, sale.orderId)),
      ...Array.from({ length: 5 }, () => payStoreEarning(db, older.orderId)),
    ]);
    await payAll();
    expect(await earned(sale)).toMatchObject({ pendingKopecks: 20 * UNIT, availableKopecks: 4 * UNIT });
    expect(await earned(older)).toMatchObject({ pendingKopecks: 0, availableKopecks: 2 * UNIT });
  });

  it("keeps an account from being closed until it is paid", async () => {
    const sale = await givenSale();
    expect(await readyAccountClosing.findHindrances?.(db, sale.sellerId)).toEqual(["earnings"]);
    await moveClock(owner, "24 hours");
    await payAll();
    expect(await readyAccountClosing.findHindrances?.(db, sale.sellerId)).toEqual([]);
  });
});

async function revenue(): Promise<number> {
  const { total } = await one<{ total: number }>(
    db,
    sql`select coalesce(sum(case when c.kind = 'revenue' then t.amount_kopecks else -t.amount_kopecks end), 0)::bigint as total
        from ledger_transfers t join ledger_accounts d on d.id = t.debit_account_id join ledger_accounts c on c.id = t.credit_account_id
        where 'revenue' in (d.kind, c.kind) and t.phase in ('single', 'post')`,
  );
  return total;
}

/** The product's modules and their pool under another commission. */
async function underCommission(percent: number) {
  vi.stubEnv("STORE_COMMISSION_PERCENT", String(percent));
  vi.resetModules();
  const [{ createDb }, purchase, earnings] = await Promise.all([
    import("#lib/db/pool.ts"),
    import("#features/ready-accounts/purchase.writes.ts"),
    import("#features/ready-accounts/earnings/store-earnings.writes.ts"),
  ]);
  vi.unstubAllEnvs();
  const pool = createDb(url, { max: 2, applicationName: "test" });
  onTestFinished(() => pool.close());
  return {
    buy: (userId: UserId, offerId: number, count: number) =>
      purchase.buyReadyAccounts(pool, {
        ...{ userId, offerId, count, maxTotalKopecks: null, channel: "site", idempotencyKey: randomUUID() },
      }),
    async payAll() {
      for (const orderId of await earnings.listDueStoreEarnings(pool, 100))
        await earnings.payStoreEarning(pool, orderId);
    },
  };
}

describe.each([
  { percent: 0, share: 1_001 },
  { percent: 1, share: 990 },
  { percent: 33, share: 670 },
  { percent: 90, share: 100 },
])("where the setting says that the house keeps $percent percent", ({ percent, share }) => {
  it(`a store gets ${share} of 1001 kopecks for each account that is sold from then on, and the house the rest`, async () => {
    const older = await givenSale();
    const first = await givenSale({ left: 3 });
    const before = await revenue();
    const other = await underCommission(percent);
    const sale = { ...first, orderId: (await other.buy(first.userId, first.offerId, 3)).orderId };
    expect(await soldOf(sale)).toMatchObject({
      ...{ orderId: sale.orderId, totalKopecks: 3 * PRICE, shareKopecks: 3 * share },
      ...{ commissionKopecks: 3 * (PRICE - share), reversedKopecks: 0, state: "pending" },
    });
    expect((await revenue()) - before).toBe(3 * (PRICE - share));
    await decide(await claim(sale, 2));
    expect((await revenue()) - before).toBe(2 * (PRICE - share));
    expect(await soldOf(sale)).toMatchObject({ shareKopecks: 3 * share, reversedKopecks: share });
    await moveClock(owner, "24 hours");
    await other.payAll();
    // What was sold before the setting was changed is shared as it was then.
    expect(await earned(sale)).toMatchObject({ pendingKopecks: 0, availableKopecks: UNIT + 2 * share });
    expect(await earned(older)).toMatchObject({ pendingKopecks: 0, availableKopecks: UNIT });
  });
});

it("a sale of the house's own accounts earns nobody anything", async () => {
  const { offerId } = await givenAccountOffer(db, terms);
  const { orderId } = await buy((await givenUser(db, 10_000)) as UserId, offerId);
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from ready_accounts_earnings where order_id = ${orderId}`,
  );
  expect(count).toBe(0);
});

describe("a seller", () => {
  it("buys nothing from a store of its own", async () => {
    const { sellerId, offerId } = await givenSale({ left: 1 });
    await expect(buy(sellerId, offerId)).rejects.toMatchObject({ code: "ACCOUNT_OFFER_OWN" });
  });

  it("stops an offer and puts it on sale again, unless the house has stopped it", async () => {
    const { sellerId, offerId } = await givenSale({ left: 1 });
    const step = (event: "put_on_sale" | "stop", by?: number) =>
      withTransaction(db, (tx) => stepOffer(tx, offerId, event, by));
    await step("stop", sellerId);
    await step("put_on_sale", sellerId);
    await step("stop", sellerId);
    await step("stop");
    await expect(step("put_on_sale", sellerId)).rejects.toMatchObject({ code: "OFFER_BARRED" });
    await step("put_on_sale");
    await step("stop", sellerId);
    await step("put_on_sale", sellerId);
    await expect(step("stop", sellerId + 1)).rejects.toMatchObject({ code: "ACCOUNT_OFFER_NOT_FOUND" });
  });
});

it("a former store's unsold accounts and its words about them go with the account of its owner", async () => {
  const sale = await givenSale({ left: 2 });
  await withTransaction(db, async (tx) => readyAccountClosing.forget?.(tx, sale.sellerId));
  const left = await one<{ words: number; readable: number; sold: number }>(
    db,
    sql`select count(distinct o.provenance)::int as words,
          count(*) filter (where u.state = 'available' or (u.erased_at is null and u.state <> 'sold'))::int as readable,
          count(*) filter (where u.state = 'sold' and u.erased_at is null)::int as sold
        from ready_accounts_offers o join ready_accounts_units u on u.offer_id = o.id where o.id = ${sale.offerId}`,
  );
  expect(left).toEqual({ words: 0, readable: 0, sold: 1 });
});
