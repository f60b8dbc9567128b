import { randomUUID } from "node:crypto";
import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OneApi } from "#app/_proofs/crash/one-api.ts";
import { pointsOfRun } from "#app/_proofs/crash/points.ts";
import { around } from "#app/_proofs/crash/victim.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenStaff } from "#features/identity/staff.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { listStuckOrders, settleOrder } from "#features/ready-accounts/delivery.writes.ts";
import { buyReadyAccounts } from "#features/ready-accounts/purchase.writes.ts";
import { givenAccountOffer } from "#features/ready-accounts/ready-accounts.factory.ts";
import { deliverySeconds } from "#features/ready-accounts/ready-accounts.rules.ts";
import { clearTakedown, listUnclearedTakedowns } from "#features/ready-accounts/takedown/takedown.writes.ts";
import { claimAccount } from "#features/ready-accounts/warranty/warranty.writes.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** The API is killed in the middle of purchases of accounts, and the buyer repeats the call or never comes back. */
const { db, owner, url } = await useTestDb();
const POINTS = [...around("ready-accounts-reserve"), ...around("ready-accounts-deliver")];
const PATH = "/api/ready-accounts/buy-offer";
let api: OneApi;

beforeAll(async () => {
  await withTransaction(owner, seedCatalogue);
  await withTransaction(owner, seedPolicy);
  api = await OneApi.start(url);
}, 120_000);

afterAll(() => api?.stop());

async function givenBuyer() {
  const { userId } = await givenApiBuyer(owner, 10_000);
  const { token } = await openSession(owner, { userId, ip: "127.0.0.1", userAgent: "test" });
  return { userId, token };
}

/** Whose accounts are sold: the owner of a store. */
async function givenSeller() {
  return { sellerId: (await givenApiBuyer(owner, 0)).userId, provenance: "Registered by ourselves" };
}

/** What the orders of a buyer earned their stores. */
const earningsOf = (userId: number) =>
  rows<{ shareKopecks: number; state: string }>(
    db,
    sql`select e.share_kopecks as "shareKopecks", e.state from ready_accounts_earnings e
        join ready_accounts_orders r on r.id = e.order_id where r.user_id = ${userId}`,
  );

const ordersOf = (userId: number) =>
  rows<{ id: number; state: string }>(
    db,
    sql`select id, state from ready_accounts_orders where user_id = ${userId}`,
  );

test.each(pointsOfRun(POINTS, 2))(
  "a purchase cut off by kill -9 at %j is done once when it is repeated",
  {
    timeout: 120_000,
  },
  async (point) => {
    const { offerId, lines } = await givenAccountOffer(owner, { count: 3 }, await givenSeller());
    const { userId, token } = await givenBuyer();
    const part = { key: token, idempotencyKey: randomUUID(), body: { id: offerId, count: 2 } };
    const caller = api.caller();
    let answer: unknown;
    await api.killIn(point, async () => {
      answer = JSON.parse((await caller.untilAnswered("POST", PATH, part)).text);
    });
    expect(answer).toEqual(lines.slice(0, 2));
    expect(await ordersOf(userId)).toMatchObject([{ state: "delivered" }]);
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 8_000, heldKopecks: 0 });
    expect(await earningsOf(userId)).toEqual([{ shareKopecks: 1_600, state: "pending" }]);
  },
);

test("a purchase whose buyer never comes back is brought to its end by the sweep", {
  timeout: 120_000,
}, async () => {
  const { offerId } = await givenAccountOffer(owner, { count: 3 });
  const { userId, token } = await givenBuyer();
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  const body = JSON.stringify({ id: offerId, count: 2 });
  await api.killIn({ marker: "ready-accounts-deliver", moment: "before" }, () =>
    fetch(`${api.origin}${PATH}`, { method: "POST", headers, body }).catch(() => null),
  );
  expect(await ordersOf(userId)).toMatchObject([{ state: "held" }]);
  await moveClock(owner, `${deliverySeconds} seconds`);
  for (const id of await listStuckOrders(db, 10)) await settleOrder(db, id);
  expect(await ordersOf(userId)).toMatchObject([{ state: "delivered" }]);
  expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 8_000, heldKopecks: 0 });
});

test.each(pointsOfRun([...around("ledger_move"), ...around("update ready_accounts_claims set state")], 2))(
  "a decision about a claim cut off by kill -9 at %j refunds once when it is repeated",
  { timeout: 120_000 },
  async (point) => {
    const { offerId } = await givenAccountOffer(owner, { count: 1 }, await givenSeller());
    const { userId } = await givenBuyer();
    const { orderId } = await buyReadyAccounts(db, {
      ...{ userId, offerId, count: 1, maxTotalKopecks: null, channel: "site", idempotencyKey: randomUUID() },
    });
    const claim = { userId, orderId, place: 1, text: "it is closed", idempotencyKey: randomUUID() };
    const { claimId } = await claimAccount(db, claim);
    const { cookie } = await givenStaff(owner, "money");
    const part = {
      ...{ key: cookie, idempotencyKey: randomUUID() },
      body: { decision: "accept", reason: "so it is" },
    };
    const caller = api.caller();
    let answer: unknown;
    await api.killIn(point, async () => {
      const path = `/api/desk/ready-accounts/claims/${claimId}/decide`;
      answer = JSON.parse((await caller.untilAnswered("POST", path, part)).text);
    });
    expect(answer).toEqual({ state: "refunded", refundKopecks: 1_000 });
    expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 10_000, heldKopecks: 0 });
    expect(await earningsOf(userId)).toEqual([{ shareKopecks: 800, state: "reversed" }]);
  },
);

/** A service with an offer, an order of two that is held, and one more in stock. */
async function givenHeldOrder() {
  const service = await one<{ id: number; code: string }>(
    owner,
    sql`select id, code from catalogue_services s where id <> 52
        and not exists (select from policy_blocks b where b.service_id = s.id and b.lifted_at is null) order by id limit 1`,
  );
  const { offerId } = await givenAccountOffer(
    owner,
    { serviceId: service.id, count: 3 },
    await givenSeller(),
  );
  const { userId } = await givenBuyer();
  await one(
    owner,
    sql`select order_id from ready_accounts_reserve(${userId}, ${randomUUID()}, 'hash', ${offerId}, 2, null, 'site',
          ${deliverySeconds}, 20)`,
  );
  return { code: service.code, offerId, userId };
}

async function expectTakenDown({ offerId, userId }: { offerId: number; userId: number }) {
  expect(await ordersOf(userId)).toMatchObject([{ state: "cancelled" }]);
  expect(await getBalance(db, userId)).toMatchObject({ postedKopecks: 10_000, heldKopecks: 0 });
  const left = await rows(
    db,
    sql`select distinct state, sealed_text is null as "isErased" from ready_accounts_units where offer_id = ${offerId}`,
  );
  expect(left).toEqual([{ state: "withdrawn", isErased: true }]);
}

const TAKEDOWN_PATH = "/api/desk/ready-accounts/takedowns";

test.each(
  pointsOfRun(
    [...around("insert into ready_accounts_takedowns"), ...around("ready-accounts-refund-order")],
    2,
  ),
)(
  "a takedown cut off by kill -9 at %j is done once when it is repeated, and held orders are refunded",
  { timeout: 120_000 },
  async (point) => {
    const held = await givenHeldOrder();
    const { cookie } = await givenStaff(owner, "money");
    const part = {
      ...{ key: cookie, idempotencyKey: randomUUID() },
      body: { serviceCode: held.code, reason: "it has to go" },
    };
    let answer: unknown;
    await api.killIn(point, async () => {
      answer = JSON.parse((await api.caller().untilAnswered("POST", TAKEDOWN_PATH, part)).text);
    });
    expect(answer).toMatchObject({ stoppedCount: 1, withdrawnCount: 1 });
    await expectTakenDown(held);
  },
);

test("a takedown that nobody repeats after a kill -9 between its steps is brought to its end by the sweep", {
  timeout: 120_000,
}, async () => {
  const held = await givenHeldOrder();
  const { cookie } = await givenStaff(owner, "money");
  const headers = {
    authorization: `Bearer ${cookie}`,
    "content-type": "application/json",
    "idempotency-key": randomUUID(),
  };
  const body = JSON.stringify({ serviceCode: held.code, reason: "it has to go" });
  await api.killIn({ marker: "ready-accounts-refund-order", moment: "before" }, () =>
    fetch(`${api.origin}${TAKEDOWN_PATH}`, { method: "POST", headers, body }).catch(() => null),
  );
  expect(await ordersOf(held.userId)).toMatchObject([{ state: "held" }]);
  for (const id of await listUnclearedTakedowns(db, 10)) await clearTakedown(db, id);
  await expectTakenDown(held);
});
