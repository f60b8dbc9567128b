import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { describe, expect, it, vi } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { forgetPolicy } from "#features/policy/policy.reads.ts";
import { blockSale, seedPolicy } from "#features/policy/policy.writes.ts";
import { readyAccountClosing } from "#features/ready-accounts/closing.writes.ts";
import { listReadyOffers } from "#features/ready-accounts/offers.reads.ts";
import { findAccountOrder } from "#features/ready-accounts/orders.reads.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { stepOffer } from "#features/ready-accounts/stock/offers.writes.ts";
import { listOrderTexts } from "#features/ready-accounts/unit-texts.reads.ts";
import { listDueClaims } from "#features/ready-accounts/warranty/warranty.reads.ts";
import { sellerLimits, warrantyLimits } from "#features/ready-accounts/warranty/warranty.rules.ts";
import {
  type AccountClaimAnswer,
  claimAccount,
  decideAccountClaim,
  mayReplace,
  settleDueClaim,
} from "#features/ready-accounts/warranty/warranty.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { log } from "#lib/log.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 20 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

type Terms = NonNullable<Parameters<typeof givenAccountOffer>[1]>;

/** A delivered order of so many accounts at ten roubles, and so many more in stock. */
async function givenOrder({
  bought = 1,
  left = 1,
  ...terms
}: Terms & { bought?: number; left?: number } = {}) {
  const { offerId, lines } = await givenAccountOffer(db, { ...terms, count: bought + left });
  const userId = (await givenUser(db, 10_000)) as UserId;
  const { orderId } = await buyReadyAccounts(db, {
    ...{
      userId,
      offerId,
      count: bought,
      maxTotalKopecks: null,
      channel: "site",
      idempotencyKey: randomUUID(),
    },
  });
  return { offerId, lines, userId, orderId };
}
type Order = Awaited<ReturnType<typeof givenOrder>>;

function claim(
  { userId, orderId }: Pick<Order, "userId" | "orderId">,
  place = 1,
  key: string = randomUUID(),
) {
  return claimAccount(db, { userId, orderId, place, text: "it is closed", idempotencyKey: key });
}

function decide(claimId: number, part: Partial<AccountClaimAnswer> = {}) {
  return withTransaction(db, (tx) =>
    decideAccountClaim(tx, {
      ...{ claimId, decision: "accept", deciderId: 1, reason: "so it is", mayReplace: true, ...part },
    }),
  );
}

const placesOf = async ({ userId, orderId }: Order) =>
  (await findAccountOrder(db, userId, orderId, "en"))?.places ?? [];

async function later<T>(interval: string, work: () => Promise<T>): Promise<T> {
  await moveClock(owner, interval);
  try {
    return await work();
  } finally {
    await resetClock(owner);
  }
}

describe("a claim", () => {
  it("is made once per account, and the same call again answers the first", async () => {
    const order = await givenOrder({ bought: 2 });
    const key = randomUUID();
    const first = await claim(order, 1, key);
    expect(await claim(order, 1, key)).toEqual({ ...first, replayed: true });
    await expect(claim(order, 2, key)).rejects.toMatchObject({ code: "IDEMPOTENCY_MISMATCH" });
    await expect(claim(order, 1)).rejects.toMatchObject({
      code: "ACCOUNT_CLAIMED",
      details: { state: "open" },
    });
    expect(await placesOf(order)).toMatchObject([
      {
        place: 1,
        claimableUntil: null,
        claims: [{ id: first.claimId, state: "open", text: "it is closed" }],
      },
      { place: 2, claimableUntil: expect.any(String), claims: [] },
    ]);
  });

  it("of many at the same moment about one account is made once", async () => {
    const order = await givenOrder();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => claim(order)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("is for the buyer alone, for what was bought, and for the hours of the offer as they were", async () => {
    const order = await givenOrder({ warrantyHours: 2 });
    const other = await givenOrder();
    await expect(claim({ ...order, userId: other.userId })).rejects.toMatchObject({
      code: "ACCOUNT_ORDER_NOT_FOUND",
    });
    await expect(claim(order, 2)).rejects.toMatchObject({ code: "ACCOUNT_PLACE_UNKNOWN" });
    await later("2 hours", async () => {
      await expect(claim(order)).rejects.toMatchObject({ code: "WARRANTY_ENDED" });
      await claim(other);
    });
    await expect(claim(await givenOrder({ warrantyHours: 0 }))).rejects.toMatchObject({
      code: "WARRANTY_ENDED",
    });
  });
});

describe("a claim that is accepted", () => {
  it("gets another account in the same place, once, however many decide, and no money moves", async () => {
    const order = await givenOrder({ bought: 2, left: 2 });
    const { claimId } = await claim(order, 2);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => decide(claimId)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(decide(claimId)).rejects.toMatchObject({
      code: "ACCOUNT_CLAIM_DECIDED",
      details: { state: "replaced" },
    });
    expect(await listOrderTexts(db, order.orderId)).toEqual([order.lines[0], order.lines[2]]);
    expect(await getBalance(db, order.userId)).toMatchObject({ postedKopecks: 8_000 });
    const counts = await rows<{ state: string }>(
      db,
      sql`select state, count(*)::int as count from ready_accounts_units where offer_id = ${order.offerId} group by 1 order by 1`,
    );
    expect(counts).toEqual([
      { state: "available", count: 1 },
      { state: "sold", count: 3 },
    ]);
  });

  it("gets the price of one account back where none is left, once, and the statement knows why", async () => {
    const order = await givenOrder({ bought: 2, left: 0 });
    const { claimId } = await claim(order);
    expect(await decide(claimId)).toEqual({
      state: "refunded",
      orderId: order.orderId,
      refundKopecks: 1_000,
    });
    await expect(decide(claimId)).rejects.toMatchObject({ code: "ACCOUNT_CLAIM_DECIDED" });
    expect(await getBalance(db, order.userId)).toMatchObject({ postedKopecks: 9_000, heldKopecks: 0 });
    expect(await listOrderTexts(db, order.orderId)).toEqual([order.lines[1]]);
    const transfers = await rows(
      db,
      sql`select kind, amount_kopecks, reference, reason from ledger_transfers where kind = 'ready_account_refund'
            and reference = ${`ready_account:${order.orderId}:refund:${claimId}`}`,
    );
    expect(transfers).toMatchObject([{ amount_kopecks: 1_000, reason: "warranty" }]);
  });

  it("may be claimed again in its new account, within the hours of the offer from then on", async () => {
    const order = await givenOrder({ warrantyHours: 3 });
    const { claimId } = await claim(order);
    await later("2 hours", () => decide(claimId));
    await later("4 hours", async () => {
      const again = await claim(order);
      expect(await decide(again.claimId)).toMatchObject({ state: "refunded" });
      expect((await placesOf(order))[0]?.claims.map(({ state }) => state)).toEqual(["replaced", "refunded"]);
      await expect(claim(order)).rejects.toMatchObject({ code: "ACCOUNT_CLAIMED" });
    });
  });

  it.each([
    ["is stopped", async ({ offerId }: Order) => withTransaction(db, (tx) => stepOffer(tx, offerId, "stop"))],
    [
      "has only what is too old",
      ({ offerId }: Order) =>
        execute(
          owner,
          sql`update ready_accounts_units set expires_at = app_now() where offer_id = ${offerId} and state = 'available'`,
        ),
    ],
  ])("gets its money back from an offer that %s", async (_, change) => {
    const order = await givenOrder();
    await change(order);
    expect(await decide((await claim(order)).claimId)).toMatchObject({ state: "refunded" });
  });

  it("gets its money back where policy forbids another account", async () => {
    const order = await givenOrder({ countryId: 10 });
    const { claimId } = await claim(order);
    expect(await mayReplace(db, claimId)).toBe(true);
    await withTransaction(db, (tx) =>
      blockSale(tx, {
        ...{ mode: "readyAccounts", countryId: 10, effect: "deny", reasonCode: "KILL_SWITCH" },
        ...{ reasonText: "a test", actor: "test" },
      }),
    );
    forgetPolicy(db);
    expect(await mayReplace(db, claimId)).toBe(false);
    await settleDueClaim(db, claimId);
    expect(await placesOf(order)).toMatchObject([{ isRefunded: true, claims: [{ state: "refunded" }] }]);
  });

  it("never gets an account that cannot be read: such a one leaves the stock", async () => {
    const order = await givenOrder({ left: 2 });
    await execute(
      owner,
      sql`update ready_accounts_units set sealed_text = 'k1.AAAA.AAAA.AAAA' where id = (
            select min(id) from ready_accounts_units where offer_id = ${order.offerId} and state = 'available')`,
    );
    const logged = vi.spyOn(log, "error").mockImplementation(() => undefined);
    expect(await decide((await claim(order)).claimId)).toMatchObject({ state: "replaced" });
    logged.mockRestore();
    expect(await listOrderTexts(db, order.orderId)).toEqual([order.lines[2]]);
  });

  it("takes the last account from a buyer at the same moment, or leaves it, and never both", async () => {
    const order = await givenOrder();
    const { claimId } = await claim(order);
    const buyer = await givenUser(db, 1_000);
    const purchase = {
      ...{ userId: buyer, offerId: order.offerId, count: 1, maxTotalKopecks: null, channel: "site" as const },
      idempotencyKey: randomUUID(),
    };
    const [decided, bought] = await Promise.allSettled([decide(claimId), buyReadyAccounts(db, purchase)]);
    const state = decided.status === "fulfilled" ? decided.value.state : decided.reason;
    expect([state, bought.status]).toEqual(
      bought.status === "fulfilled" ? ["refunded", "fulfilled"] : ["replaced", "rejected"],
    );
  });
});

describe("the decision", () => {
  it("is for the buyer once its time is over, and not before, and a refusal that came first stays", async () => {
    const [order, refused] = [await givenOrder(), await givenOrder()];
    const waiting = (await claim(order)).claimId;
    const decided = (await claim(refused)).claimId;
    expect(await decide(decided, { decision: "refuse", reason: "It works for us." })).toMatchObject({
      state: "refused",
      refundKopecks: null,
    });
    expect(await listDueClaims(db, 100)).not.toContain(waiting);
    await later(`${warrantyLimits.answerHours} hours`, async () => {
      expect(await listDueClaims(db, 100)).toContain(waiting);
      expect(await listDueClaims(db, 100)).not.toContain(decided);
      await Promise.all([waiting, waiting, decided].map((id) => settleDueClaim(db, id)));
    });
    expect((await placesOf(order))[0]?.claims).toMatchObject([{ state: "replaced", reason: null }]);
    expect((await placesOf(refused))[0]?.claims).toMatchObject([
      { state: "refused", reason: "It works for us." },
    ]);
  });

  it("is nobody's own, and of a claim that is there", async () => {
    const order = await givenOrder();
    const { claimId } = await claim(order);
    await expect(decide(claimId, { deciderId: order.userId })).rejects.toMatchObject({
      code: "ACCOUNT_CLAIM_OWN",
    });
    await expect(decide(999_999)).rejects.toMatchObject({ code: "ACCOUNT_CLAIM_NOT_FOUND" });
    await decide(claimId);
  });
});

describe("a seller", () => {
  const ofSeller = (sellerId: number, offerId: number) =>
    execute(owner, sql`update ready_accounts_offers set seller_id = ${sellerId} where id = ${offerId}`);
  const accept = async (order: Order, places: number) => {
    for (let place = 1; place <= places; place += 1) await decide((await claim(order, place)).claimId);
  };
  const stateOf = async ({ offerId }: Order) =>
    (await one<{ state: string }>(db, sql`select state from ready_accounts_offers where id = ${offerId}`))
      .state;

  it("whose accounts are claimed with right too often stands last, then is stopped; the house's offers are only counted", async () => {
    const terms = { serviceId: 1, priceKopecks: kopecks(100), bought: sellerLimits.leastSold, left: 30 };
    const [house, seller] = [await givenOrder(terms), await givenOrder(terms)];
    await ofSeller(7, seller.offerId);
    const code = await codeOf(terms.serviceId);
    const listed = async () => {
      const offers = (await listReadyOffers(db, "site", code)) ?? [];
      return offers.map(({ id }) => id);
    };
    await execute(
      owner,
      sql`update ready_accounts_offers set price_kopecks = 90 where id = ${seller.offerId}`,
    );
    expect(await listed()).toEqual([seller.offerId, house.offerId]);
    await accept(seller, 1);
    expect(await listed()).toEqual([house.offerId, seller.offerId]);
    await accept(house, 4);
    expect([await stateOf(house), await stateOf(seller)]).toEqual(["on_sale", "on_sale"]);
    for (const place of [2, 3, 4]) await decide((await claim(seller, place)).claimId);
    expect([await stateOf(house), await stateOf(seller)]).toEqual(["on_sale", "stopped"]);
  });

  it("cannot put an offer on sale again that was claimed too often while it was stopped", async () => {
    const order = await givenOrder({
      serviceId: 2,
      priceKopecks: kopecks(100),
      bought: sellerLimits.leastSold,
    });
    await ofSeller(8, order.offerId);
    const step = (event: "stop" | "put_on_sale") =>
      withTransaction(db, (tx) => stepOffer(tx, order.offerId, event, 8));
    await step("stop");
    await accept(order, 3);
    await step("put_on_sale");
    await step("stop");
    await decide((await claim(order, 4)).claimId);
    await expect(step("put_on_sale")).rejects.toMatchObject({ code: "OFFER_BARRED" });
  });
});

async function codeOf(serviceId: number): Promise<string> {
  return (await one<{ code: string }>(db, sql`select code from catalogue_services where id = ${serviceId}`))
    .code;
}

it("an account that is closed waits for open claims, and then keeps neither words nor accounts", async () => {
  const order = await givenOrder({ bought: 2 });
  const { claimId } = await claim(order);
  expect(await readyAccountClosing.findHindrances?.(db, order.userId)).toEqual(["claims"]);
  await decide(claimId);
  expect(await readyAccountClosing.findHindrances?.(db, order.userId)).toEqual([]);
  await withTransaction(db, (tx) => readyAccountClosing.forget?.(tx, order.userId) as Promise<void>);
  expect(await listOrderTexts(db, order.orderId)).toBeNull();
  expect(await placesOf(order)).toMatchObject([{ text: null, claims: [{ text: "" }] }, { text: null }]);
});
