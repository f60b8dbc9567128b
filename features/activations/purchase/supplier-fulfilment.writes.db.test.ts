import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import sql from "sql-template-tag";
import { afterAll, describe, expect, it } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import {
  listStuckOrders,
  resolveStuckOrder,
} from "#features/activations/purchase/supplier-fulfilment.writes.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb({ max: 40 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);

type Asked = { action: string; clientId?: string; activationId?: number; status?: number };
type Behaviour = (asked: Asked, response: ServerResponse) => void;
const servers: ReturnType<typeof createServer>[] = [];
afterAll(async () => {
  await lateAnswersSettled();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** A partner's server on a real port; `getNumber` says how it answers that call. */
async function givenAgent(getNumber: Behaviour): Promise<{ baseUrl: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    let text = "";
    for await (const chunk of request) text += chunk;
    const call = JSON.parse(text) as Asked;
    asked.push(call);
    if (call.action === "GET_NUMBER") getNumber(call, response);
    else answer(response, { status: "SUCCESS" });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked };
}

function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

let lastPhone = 79_990_000_000;
let lastRef = 500;
/** A number of the Philippines (country 4), another one each time. */
function freshNumber() {
  lastRef += 1;
  lastPhone += 1;
  return { status: "SUCCESS", number: Number(`639${String(lastPhone).slice(-9)}`), activationId: lastRef };
}

const givesNumber: Behaviour = (_, response) => answer(response, freshNumber());
const hasNone: Behaviour = (_, response) => answer(response, { status: "NO_NUMBERS" });
const hangsUp: Behaviour = (_, response) => response.socket?.destroy();

let lastKey = 0;
function purchase(userId: number, serviceId: number) {
  lastKey += 1;
  return {
    userId,
    serviceId,
    countryId: 4,
    operator: "any",
    // Suppliers ask what they like here: the way to the next one is what is looked at.
    maxPriceKopecks: kopecks(5_000),
    channel: "site" as const,
    idempotencyKey: `remote-${lastKey}`,
  };
}

/** Services of their own for each test, so that offers do not meet. */
const services = (
  await rows<{ id: number }>(
    db,
    sql`select id from catalogue_services where category in ('social', 'messenger', 'games', 'shopping') order by id limit 30`,
  )
).map((row) => row.id);
const freshService = () => services.pop() as number;

const orderOf = (userId: number) =>
  one<{ id: number; state: string; price_kopecks: number; phase: string | null }>(
    db,
    sql`select a.id, a.state, a.price_kopecks, r.phase from activations a
        left join ledger_transfers r on r.pending_id = a.hold_id where a.user_id = ${userId} order by a.id desc limit 1`,
  );

describe("buying from partners' servers", () => {
  it("waits for the code on the number the agent gave, and pays the agent when it comes", async () => {
    const agent = await givenAgent(givesNumber);
    const serviceId = freshService();
    const offer = await givenOffer(db, { kind: "agent", baseUrl: agent.baseUrl, countryId: 4, serviceId });
    const userId = await givenUser(db, 5_000);
    const bought = await buyActivation(db, purchase(userId, serviceId));
    expect(bought.number).toMatch(/^639\d{9}$/);
    await receiveSms(
      db,
      {
        supplierId: offer.supplierId,
        smsId: 1n,
        phone: Number(bought.number),
        sender: "Svc",
        text: "code 12345",
      },
      deliverSms,
    );
    expect(await orderOf(userId)).toMatchObject({ state: "received", phase: "post" });
    const share = await one(
      db,
      sql`select amount_kopecks from ledger_transfers where reference = ${`activation:${bought.id}:share`}`,
    );
    expect(share).toEqual({ amount_kopecks: 1_000 });
  });

  it("goes to the next supplier, at that supplier's price, when the first has none", async () => {
    const [empty, full] = [await givenAgent(hasNone), await givenAgent(givesNumber)];
    const serviceId = freshService();
    await givenOffer(db, {
      kind: "agent",
      baseUrl: empty.baseUrl,
      countryId: 4,
      serviceId,
      priceKopecks: 1_000,
      costKopecks: 900,
    });
    await givenOffer(db, {
      kind: "agent",
      baseUrl: full.baseUrl,
      countryId: 4,
      serviceId,
      priceKopecks: 1_300,
    });
    const userId = await givenUser(db, 5_000);
    await buyActivation(db, purchase(userId, serviceId));
    expect(await orderOf(userId)).toMatchObject({ state: "waiting", price_kopecks: 1_300 });
    expect((await getBalance(db, userId)).heldKopecks).toBe(1_300);
  });

  it("takes own stock when the cheaper agent hangs up", async () => {
    const agent = await givenAgent(hangsUp);
    const serviceId = freshService();
    await givenOffer(db, {
      kind: "agent",
      baseUrl: agent.baseUrl,
      countryId: 4,
      serviceId,
      priceKopecks: 1_000,
      costKopecks: 900,
    });
    const own = await givenOffer(db, { countryId: 4, serviceId, count: 1, priceKopecks: 1_200 });
    const userId = await givenUser(db, 5_000);
    const bought = await buyActivation(db, purchase(userId, serviceId));
    expect(bought.number).toBe(String(own.numbers[0]));
  });

  it("does not go above the buyer's maximum for the next supplier: NO_NUMBERS and the money back", async () => {
    const [empty, dear] = [await givenAgent(hasNone), await givenAgent(givesNumber)];
    const serviceId = freshService();
    await givenOffer(db, {
      kind: "agent",
      baseUrl: empty.baseUrl,
      countryId: 4,
      serviceId,
      priceKopecks: 1_000,
      costKopecks: 900,
    });
    await givenOffer(db, {
      kind: "agent",
      baseUrl: dear.baseUrl,
      countryId: 4,
      serviceId,
      priceKopecks: 2_000,
    });
    const userId = await givenUser(db, 5_000);
    const capped = { ...purchase(userId, serviceId), maxPriceKopecks: kopecks(1_500) };
    await expect(buyActivation(db, capped)).rejects.toMatchObject({ code: "NO_NUMBERS" });
    expect(await orderOf(userId)).toMatchObject({ state: "failed", phase: "void" });
    expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 0, availableKopecks: 5_000 });
    expect(dear.asked).toEqual([]);
  });

  it("keeps to the day's limit of a key on the way to a dearer supplier, also with another order under way", async () => {
    const asking: (() => void)[] = [];
    const empty = await givenAgent((asked, response) => {
      asking.push(() => hasNone(asked, response));
      if (asking.length === 2) for (const refuse of asking) refuse();
    });
    const dear = await givenAgent(givesNumber);
    const serviceId = freshService();
    for (const [baseUrl, priceKopecks] of [
      [empty.baseUrl, 1_000],
      [dear.baseUrl, 2_000],
    ] as const)
      await givenOffer(db, {
        kind: "agent",
        baseUrl,
        countryId: 4,
        serviceId,
        priceKopecks,
        costKopecks: 900,
      });
    const userId = await givenUser(db, 9_000);
    const key: KeyRights = {
      ...{
        keyId: userId,
        isSandbox: false,
        scopes: ["buy"],
        dailyLimitKopecks: 3_000,
        priceCapKopecks: null,
      },
      ...{ serviceIds: null, countryIds: null, maxPrices: {} },
    };
    const buy = () => buyActivation(db, { ...purchase(userId, serviceId), key });
    const ends = await Promise.allSettled([buy(), buy()]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await getBalance(db, userId)).heldKopecks).toBe(2_000);
    // The order that moved still counts, at its new price.
    const left = await one(db, sql`select ledger_key_left(${userId}::bigint, 3000) as left`);
    expect(left).toEqual({ left: 1_000 });
  });

  it("gives a late number back with FINISH 4 while the buyer has another one", {
    timeout: 20_000,
  }, async () => {
    const slow = await givenAgent((_, response) => setTimeout(() => answer(response, freshNumber()), 3_500));
    const quick = await givenAgent(givesNumber);
    const serviceId = freshService();
    const offer = await givenOffer(db, {
      kind: "agent",
      baseUrl: slow.baseUrl,
      countryId: 4,
      serviceId,
      priceKopecks: 1_000,
      costKopecks: 900,
    });
    await givenOffer(db, { kind: "agent", baseUrl: quick.baseUrl, countryId: 4, serviceId });
    const userId = await givenUser(db, 5_000);
    await buyActivation(db, purchase(userId, serviceId));
    await lateAnswersSettled();
    const owed = await rows(
      db,
      sql`select outcome from supply_finishes where supplier_id = ${offer.supplierId}`,
    );
    expect(owed).toEqual([{ outcome: 4 }]);
    expect(await orderOf(userId)).toMatchObject({ state: "waiting", price_kopecks: 1_400 });
  });

  it("never lends a number twice for a service when the agent lies", async () => {
    const always = { status: "SUCCESS", number: 639_170_000_001, activationId: 77 };
    const liar = await givenAgent((_, response) => answer(response, { ...always, activationId: ++lastRef }));
    const serviceId = freshService();
    await givenOffer(db, { kind: "agent", baseUrl: liar.baseUrl, countryId: 4, serviceId });
    const [first, second] = [await givenUser(db, 5_000), await givenUser(db, 5_000)];
    await buyActivation(db, purchase(first, serviceId));
    await expect(buyActivation(db, purchase(second, serviceId))).rejects.toMatchObject({
      code: "NO_NUMBERS",
    });
    expect((await getBalance(db, second)).availableKopecks).toBe(5_000);
  });
});

describe("an order whose process died while the agent was asked", () => {
  async function givenDeadOrder(honoursClientId: boolean, behaviour: Behaviour) {
    const agent = await givenAgent(behaviour);
    const serviceId = freshService();
    await givenOffer(db, { kind: "agent", baseUrl: agent.baseUrl, countryId: 4, serviceId, honoursClientId });
    const userId = await givenUser(db, 5_000);
    // The local step alone, as a process leaves it that is killed before the supplier's answer.
    await one(
      db,
      sql`select outcome from activations_buy(array[${userId}::bigint], array['dead'], array['h'], array[${serviceId}::int], array[4],
        array['any'], array[null]::bigint[], array['site'], array[20], '{}', '{}', '{}')`,
    );
    const order = await orderOf(userId);
    const clientId = crypto.randomUUID();
    await one(
      db,
      sql`insert into supply_attempts (client_id, activation_id, supplier_id, offer_id, resolve_at)
          select ${clientId}, id, supplier_id, offer_id, app_now() + interval '1 hour' from activations where id = ${order.id} returning client_id`,
    );
    return { userId, agent, orderId: order.id, clientId };
  }

  async function sweepAfter(interval: string) {
    await moveClock(owner, interval);
    for (const stuck of await listStuckOrders(db, 50)) await resolveStuckOrder(db, stuck);
  }

  it("asks with our own id and keeps the number that was reserved", async () => {
    const dead = await givenDeadOrder(true, givesNumber);
    await sweepAfter("31 seconds");
    expect(await orderOf(dead.userId)).toMatchObject({ state: "waiting" });
    expect(dead.agent.asked.map((call) => call.clientId)).toEqual([dead.clientId]);
  });

  it("gives the money back when the supplier says there is none", async () => {
    const dead = await givenDeadOrder(true, hasNone);
    await sweepAfter("31 seconds");
    expect(await orderOf(dead.userId)).toMatchObject({ state: "failed", phase: "void" });
  });

  it("never buys again where the supplier does not know our id: the money goes back after two minutes", async () => {
    const dead = await givenDeadOrder(false, givesNumber);
    await sweepAfter("31 seconds");
    expect(await orderOf(dead.userId)).toMatchObject({ state: "unknown", phase: null });
    await sweepAfter("2 minutes");
    expect(await orderOf(dead.userId)).toMatchObject({ state: "failed", phase: "void" });
    expect(dead.agent.asked).toEqual([]);
  });
});
