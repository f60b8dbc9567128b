import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { statesBefore } from "#features/activations/activations.rules.ts";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { db, owner } from "#features/activations/activations-writes.factory.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import {
  agentPurchase,
  answering,
  buyFromAgent,
  freshService,
  givenAgent,
  givenAgentOffer,
  givenDeadOrder,
} from "#features/activations/purchase/agents.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import {
  listStuckOrders,
  resolveStuckOrder,
} from "#features/activations/purchase/supplier-fulfilment.writes.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { lateAnswersSettled } from "#features/supply/supply.gateway.ts";
import { settleNumber } from "#features/supply/supply.writes.ts";
import type { KeyRights } from "#lib/api/actor.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { eventually } from "#lib/testing/eventually.ts";
import type { Responder } from "#lib/testing/http-server.ts";
import { moveClock, moveClockToNoon } from "#lib/testing/move-clock.ts";

// A key's day (UTC) may not end between what it spends and what it is refused.
await moveClockToNoon(owner);

let given = 0;
/** Another number each time. */
const givesNumber: Responder = (...call) => {
  given += 1;
  return answering({ status: "SUCCESS", number: 639_990_000_000 + given, activationId: 500 + given })(
    ...call,
  );
};
const hasNone = answering({ status: "NO_NUMBERS" });
const hangsUp: Responder = (_, response) => void response.socket?.destroy();

/** Of an offer that is asked for a number before the others. */
const cheapest = { priceKopecks: 1_000, costKopecks: 900 };

const orderOf = (userId: number) =>
  one<{ id: number; state: string; price_kopecks: number; phase: string | null }>(
    db,
    sql`select a.id, a.state, a.price_kopecks, r.phase from activations a
        left join ledger_transfers r on r.pending_id = a.hold_id where a.user_id = ${userId} order by a.id desc limit 1`,
  );

describe("buying from partners' servers", () => {
  it("waits for the code on the number the agent gave, and pays the agent when it comes", async () => {
    const agent = await givenAgent(givesNumber);
    const { supplierId, userId, buying } = await buyFromAgent({
      serviceId: freshService(),
      baseUrl: agent.url,
    });
    const bought = await buying;
    expect(bought.number).toMatch(/^639\d{9}$/);
    const sms = { smsId: 1n, phone: Number(bought.number), sender: "Svc", text: "code 12345" };
    await receiveSms(db, { supplierId, ...sms }, deliverSms);
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
    await givenAgentOffer({ serviceId, baseUrl: empty.url, ...cheapest });
    await givenAgentOffer({ serviceId, baseUrl: full.url, priceKopecks: 1_300 });
    const userId = await givenUser(db, 5_000);
    await buyActivation(db, agentPurchase(userId, serviceId));
    expect(await orderOf(userId)).toMatchObject({ state: "waiting", price_kopecks: 1_300 });
    expect((await getBalance(db, userId)).heldKopecks).toBe(1_300);
  });

  it("takes own stock when the cheaper agent hangs up", async () => {
    const agent = await givenAgent(hangsUp);
    const serviceId = freshService();
    await givenAgentOffer({ serviceId, baseUrl: agent.url, ...cheapest });
    const own = await givenOffer(db, { countryId: 4, serviceId, count: 1, priceKopecks: 1_200 });
    const userId = await givenUser(db, 5_000);
    const bought = await buyActivation(db, agentPurchase(userId, serviceId));
    expect(bought.number).toBe(String(own.numbers[0]));
  });

  it("does not go above the buyer's maximum for the next supplier: NO_NUMBERS and the money back", async () => {
    const [empty, dear] = [await givenAgent(hasNone), await givenAgent(givesNumber)];
    const serviceId = freshService();
    await givenAgentOffer({ serviceId, baseUrl: empty.url, ...cheapest });
    await givenAgentOffer({ serviceId, baseUrl: dear.url, priceKopecks: 2_000 });
    const userId = await givenUser(db, 5_000);
    const capped = { ...agentPurchase(userId, serviceId), maxPriceKopecks: kopecks(1_500) };
    await expect(buyActivation(db, capped)).rejects.toMatchObject({ code: "NO_NUMBERS" });
    expect(await orderOf(userId)).toMatchObject({ state: "failed", phase: "void" });
    expect(await getBalance(db, userId)).toMatchObject({ heldKopecks: 0, availableKopecks: 5_000 });
    expect(dear.requests).toEqual([]);
  });

  it("keeps to the day's limit of a key on the way to a dearer supplier, also with another order under way", async () => {
    const asking: (() => void)[] = [];
    const empty = await givenAgent((...call) => {
      asking.push(() => void hasNone(...call));
      if (asking.length === 2) for (const refuse of asking) refuse();
    });
    const dear = await givenAgent(givesNumber);
    const serviceId = freshService();
    await givenAgentOffer({ serviceId, baseUrl: empty.url, ...cheapest });
    await givenAgentOffer({ serviceId, baseUrl: dear.url, priceKopecks: 2_000, costKopecks: 900 });
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
    const buy = () => buyActivation(db, { ...agentPurchase(userId, serviceId), key });
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
    const slow = await givenAgent((...call) => void setTimeout(() => givesNumber(...call), 3_500));
    const quick = await givenAgent(givesNumber);
    const serviceId = freshService();
    const { supplierId } = await givenAgentOffer({ serviceId, baseUrl: slow.url, ...cheapest });
    const { userId, buying } = await buyFromAgent({ serviceId, baseUrl: quick.url });
    await buying;
    await lateAnswersSettled();
    const owed = await rows(db, sql`select outcome from supply_finishes where supplier_id = ${supplierId}`);
    expect(owed).toEqual([{ outcome: 4 }]);
    expect(await orderOf(userId)).toMatchObject({ state: "waiting", price_kopecks: 1_400 });
  });

  it("never lends a number twice for a service when the agent lies", async () => {
    let lastRef = 700;
    const liar = await givenAgent((...call) => {
      lastRef += 1;
      return answering({ status: "SUCCESS", number: 639_170_000_001, activationId: lastRef })(...call);
    });
    const serviceId = freshService();
    await (await buyFromAgent({ serviceId, baseUrl: liar.url })).buying;
    const second = await givenUser(db, 5_000);
    await expect(buyActivation(db, agentPurchase(second, serviceId))).rejects.toMatchObject({
      code: "NO_NUMBERS",
    });
    expect((await getBalance(db, second)).availableKopecks).toBe(5_000);
  });
});

describe("an order whose process died while the agent was asked", () => {
  async function givenDead(giveNumber: Responder, honoursClientId = true) {
    const agent = await givenAgent(giveNumber);
    const order = await givenDeadOrder({ serviceId: freshService(), baseUrl: agent.url, honoursClientId });
    return { ...order, agent };
  }

  async function sweepAfter(interval: string) {
    await moveClock(owner, interval);
    for (const stuck of await listStuckOrders(db, 50)) await resolveStuckOrder(db, stuck);
  }

  it("asks with our own id and keeps the number that was reserved", async () => {
    const dead = await givenDead(givesNumber);
    await sweepAfter("31 seconds");
    expect(await orderOf(dead.userId)).toMatchObject({ state: "waiting" });
    expect(dead.agent.requests.map(({ body }) => body.clientId)).toEqual([dead.clientId]);
  });

  it("gives the money back when the supplier says there is none", async () => {
    const dead = await givenDead(hasNone);
    await sweepAfter("31 seconds");
    expect(await orderOf(dead.userId)).toMatchObject({ state: "failed", phase: "void" });
  });

  it("gives the money back whatever key its buyer has used for another order", async () => {
    const dead = await givenDead(hasNone);
    const { id } = await orderOf(dead.userId);
    const serviceId = freshService();
    await givenOffer(db, { countryId: 4, serviceId, count: 1 });
    const mean = { ...agentPurchase(dead.userId, serviceId), idempotencyKey: `dead:failed:${id}` };
    const other = await buyActivation(db, mean);
    await resolveStuckOrder(db, { id, isLost: false });
    const states = await rows(
      db,
      sql`select id, state from activations where user_id = ${dead.userId} order by id`,
    );
    expect(states).toEqual([
      { id, state: "failed" },
      { id: other.id, state: "waiting" },
    ]);
  });

  it("never buys again where the supplier does not know our id: the money goes back after two minutes", async () => {
    const dead = await givenDead(givesNumber, false);
    await sweepAfter("31 seconds");
    expect(await orderOf(dead.userId)).toMatchObject({ state: "unknown", phase: null });
    await sweepAfter("2 minutes");
    expect(await orderOf(dead.userId)).toMatchObject({ state: "failed", phase: "void" });
    expect(dead.agent.requests).toEqual([]);
  });
});

describe("an order that two look into at the same moment", () => {
  const numberOf = (userId: number) =>
    one<{
      id: number;
      state: string;
      number: number;
      supplierRef: number;
      attempt: string;
      finishes: number;
    }>(
      db,
      sql`select a.id, a.state, a.number, a.supplier_ref as "supplierRef", t.state as attempt,
            (select count(*) from supply_finishes f where f.activation_id = a.id) as finishes
          from activations a join supply_attempts t on t.activation_id = a.id where a.user_id = ${userId}`,
    );
  const inUse = {
    ...{ state: "waiting", number: 639_180_000_001, supplierRef: 801 },
    ...{ attempt: "number", finishes: 0 },
  };
  const givesThatNumber = answering({
    status: "SUCCESS",
    number: inUse.number,
    activationId: inUse.supplierRef,
  });

  /** Buys from an agent that hangs up, after somebody else has looked into the order. */
  async function buyWhile(look: (order: { id: number; offerId: number }) => Promise<unknown>) {
    const serviceId = freshService();
    const agent = await givenAgent(async (...call) => {
      await look(
        await one<{ id: number; offerId: number }>(
          db,
          sql`select id, offer_id as "offerId" from activations where service_id = ${serviceId}`,
        ),
      );
      hangsUp(...call);
    });
    return buyFromAgent({ serviceId, baseUrl: agent.url });
  }

  it("is no refusal for its buyer while the other one has not found out", async () => {
    const { userId, buying } = await buyWhile(({ id }) =>
      execute(db, sql`update activations set state = 'unknown' where id = ${id}`),
    );
    await expect(buying).rejects.toMatchObject({ code: "PURCHASE_IN_FLIGHT" });
    expect(await orderOf(userId)).toMatchObject({ state: "unknown", phase: null });
  });

  it("is bought with the number that the other one has recorded", async () => {
    const { userId, buying } = await buyWhile(({ id, offerId }) =>
      one(
        db,
        sql`select id from activations_assign_number(${id}, ${offerId}, 639180000002, 802, null, ${statesBefore("assign_number")})`,
      ),
    );
    const { id, number } = await buying;
    expect(number).toBe("639180000002");
    expect(await orderOf(userId)).toMatchObject({ id, state: "waiting", phase: null });
  });

  it("keeps the one number that both are given, and nothing goes back to the supplier", async () => {
    const answers: (() => void)[] = [];
    const agent = await givenAgent((...call) => {
      answers.push(() => void givesThatNumber(...call));
      if (answers.length === 2) for (const answer of answers) answer();
    });
    const dead = await givenDeadOrder({
      ...{ serviceId: freshService(), baseUrl: agent.url, honoursClientId: true },
    });
    const { id } = await orderOf(dead.userId);
    const stuck = { id, isLost: true };
    await Promise.all([resolveStuckOrder(db, stuck), resolveStuckOrder(db, stuck)]);
    expect(answers).toHaveLength(2);
    expect(await numberOf(dead.userId)).toMatchObject(inUse);
  });

  it("keeps the number that one records while the other gives the order up", async () => {
    let other: Promise<void> = Promise.resolve();
    const agent = await givenAgent((...call) => {
      other = recordWhileGivenUp(() => void hangsUp(...call));
    });
    const dead = await givenDeadOrder({
      ...{ serviceId: freshService(), baseUrl: agent.url, honoursClientId: true },
    });
    const { id } = await orderOf(dead.userId);

    /** Records the number, and commits only when the one who was told nothing wants the order's row to close it. */
    async function recordWhileGivenUp(hangUp: () => void): Promise<void> {
      await withTransaction(db, async (tx) => {
        const ref = inUse.supplierRef;
        await settleNumber(tx, {
          ...{ clientId: dead.clientId, number: BigInt(inUse.number), supplierRef: BigInt(ref) },
          ...{ costKopecks: null, keep: true },
        });
        await one(
          tx,
          sql`select id from activations_assign_number(${id}, ${dead.offerId}, ${inUse.number}, ${ref}, null, ${statesBefore("assign_number")})`,
        );
        const { pid } = await one<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
        hangUp();
        await eventually(async () => {
          const waiting = await rows(
            db,
            sql`select from pg_locks where not granted and ${pid} = any (pg_blocking_pids(pid))`,
          );
          expect(waiting).not.toEqual([]);
        });
      });
    }

    await resolveStuckOrder(db, { id, isLost: true });
    await other;
    expect(await numberOf(dead.userId)).toMatchObject(inUse);
    expect((await getBalance(db, dead.userId)).heldKopecks).toBeGreaterThan(0);
  });
});
