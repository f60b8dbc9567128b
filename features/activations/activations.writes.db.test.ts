import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { listActivationViews } from "#features/activations/activations.reads.ts";
import {
  type ActivationEvent,
  type ActivationState,
  activationEvents,
  activationStates,
  nextState,
} from "#features/activations/activations.rules.ts";
import {
  askMoreCodes,
  cancelActivation,
  deliverSms,
  expireActivation,
  finishActivation,
  listDueActivations,
  reportActivation,
} from "#features/activations/activations.writes.ts";
import { db, freshCountries, outcomes, owner } from "#features/activations/activations-writes.factory.ts";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { endRests } from "#features/supply/inventory/inventory.writes.ts";
import type { Db } from "#lib/db/pool.ts";
import { execute, maybeOne, one, rows } from "#lib/db/query.ts";
import { moveClock } from "#lib/testing/move-clock.ts";

async function stateOf(id: number): Promise<{ state: ActivationState; phase: string | null }> {
  return one(
    db,
    sql`select a.state, r.phase from activations a left join ledger_transfers r on r.pending_id = a.hold_id where a.id = ${id}`,
  );
}

let lastSmsId = 0n;
/** Answers how many orders took the SMS. */
async function push(supplierId: number, phone: number, text: string, sender = "Telegram"): Promise<number> {
  lastSmsId += 1n;
  let taken = 0;
  await receiveSms(db, { supplierId, smsId: lastSmsId, phone, sender, text }, async (tx, rules, sms) => {
    taken = await deliverSms(tx, rules, sms);
    return taken;
  });
  return taken;
}

describe("the life of an order", () => {
  async function givenOrder() {
    const countryId = freshCountries.at(-1) as number;
    const offer = await givenOffer(db, { countryId, count: 5 });
    const userId = await givenUser(db, 10_000);
    const bought = await buyActivation(db, purchase({ userId, countryId }));
    const row = await one<{ supplier_id: number; offer_id: number }>(
      db,
      sql`select supplier_id, offer_id from activations where id = ${bought.id}`,
    );
    return {
      userId,
      offer,
      id: bought.id,
      number: Number(bought.number),
      supplierId: row.supplier_id,
      offerId: row.offer_id,
    };
  }

  it("captures with the first code and takes further ones for nothing", async () => {
    const order = await givenOrder();
    expect(await push(order.supplierId, order.number, "Telegram code 12345")).toBe(1);
    expect(await push(order.supplierId, order.number, "Telegram code 67890")).toBe(1);
    expect(await stateOf(order.id)).toEqual({ state: "received", phase: "post" });
    expect(await getBalance(db, order.userId)).toMatchObject({ postedKopecks: 8_600, heldKopecks: 0 });
  });

  it("gives the whole price back on cancel, once, and puts the number back on sale after a day's rest", async () => {
    const order = await givenOrder();
    const { codes } = await outcomes(
      Array.from({ length: 20 }, () => cancelActivation(db, order.userId, order.id)),
    );
    expect(codes).toEqual([]);
    expect(await stateOf(order.id)).toEqual({ state: "cancelled", phase: "void" });
    expect(await getBalance(db, order.userId)).toMatchObject({ postedKopecks: 10_000, heldKopecks: 0 });
    const isOnSale = async () =>
      (await maybeOne(
        db,
        sql`select 1 as yes from supply_stock where offer_id = ${order.offerId} and number = ${order.number}`,
      )) !== null;
    expect(await endRests(db, 1_000)).toBe(0);
    expect(await isOnSale()).toBe(false);
    await moveClock(owner, "24 hours 1 second");
    await endRests(db, 1_000);
    expect(await isOnSale()).toBe(true);
    await moveClock(owner, "-24 hours -1 second");
  });

  it("never sells a reported number again", async () => {
    const order = await givenOrder();
    await reportActivation(db, order.userId, order.id);
    const back = await maybeOne(
      db,
      sql`select 1 as yes from supply_stock where offer_id = ${order.offerId} and number = ${order.number}`,
    );
    expect(back).toBeNull();
    expect((await getBalance(db, order.userId)).availableKopecks).toBe(10_000);
  });

  it("refuses to cancel after a code", async () => {
    const order = await givenOrder();
    await push(order.supplierId, order.number, "code 12345");
    await expect(cancelActivation(db, order.userId, order.id)).rejects.toMatchObject({ code: "BAD_STATUS" });
    await finishActivation(db, order.userId, order.id);
    expect((await stateOf(order.id)).state).toBe("completed");
  });

  it("does not know a stranger's order", async () => {
    const order = await givenOrder();
    const stranger = await givenUser(db, 0);
    for (const step of [cancelActivation, reportActivation, finishActivation, askMoreCodes]) {
      await expect(step(db, stranger, order.id)).rejects.toMatchObject({ code: "ACTIVATION_NOT_FOUND" });
    }
    expect((await stateOf(order.id)).state).toBe("waiting");
  });

  it("has one outcome when a cancel races an SMS, a thousand times", { timeout: 120_000 }, async () => {
    const countryId = freshCountries.at(-2) as number;
    await givenOffer(db, { countryId, count: 1_000, priceKopecks: 100, costKopecks: 50 });
    let captured = 0;
    let leftKopecks = 0;
    for (let batch = 0; batch < 50; batch += 1) {
      // One buyer who cancels so much would be stopped as somebody who uses nothing.
      const userId = await givenUser(db, 20_000);
      const orders = await Promise.all(
        Array.from({ length: 20 }, () => buyActivation(db, purchase({ userId, countryId }))),
      );
      const supplier = await one<{ supplier_id: number }>(
        db,
        sql`select supplier_id from activations where id = ${orders[0]?.id}`,
      );
      await Promise.all(
        orders.flatMap((order, place) => {
          const sms = () => push(supplier.supplier_id, Number(order.number), "Your code 4321");
          const cancel = () =>
            cancelActivation(db, userId, order.id).catch((error: { code: string }) =>
              expect(error.code).toBe("BAD_STATUS"),
            );
          return place % 2 ? [sms(), cancel()] : [cancel(), sms()];
        }),
      );
      for (const order of orders) {
        const { state, phase } = await stateOf(order.id);
        expect([state, phase]).toEqual(state === "received" ? ["received", "post"] : ["cancelled", "void"]);
        if (state === "received") captured += 1;
      }
      const { heldKopecks, postedKopecks } = await getBalance(db, userId);
      expect(heldKopecks).toBe(0);
      leftKopecks += postedKopecks;
    }
    expect(leftKopecks).toBe(50 * 20_000 - captured * 100);
  });

  it("expires by the database's clock: refunded without a code, completed with one, nothing captured after the deadline", async () => {
    const silent = await givenOrder();
    const served = await givenOrder();
    const late = await givenOrder();
    await push(served.supplierId, served.number, "code 11111");
    await moveClock(owner, "20 minutes 1 second");
    await push(late.supplierId, late.number, "code 22222");
    for (const due of await listDueActivations(db, 1_000)) await expireActivation(db, due);
    expect(await stateOf(silent.id)).toEqual({ state: "expired", phase: "void" });
    expect(await stateOf(late.id)).toEqual({ state: "expired", phase: "void" });
    expect(await stateOf(served.id)).toEqual({ state: "completed", phase: "post" });
    await moveClock(owner, "-20 minutes -1 second");
  });
});

describe("a code after the refund", () => {
  async function givenEnded(step: (userId: number, id: number) => Promise<unknown>) {
    const offer = await givenOffer(db, { countryId: 43, count: 1 });
    const userId = await givenUser(db, 2_000);
    const bought = await buyActivation(db, purchase({ userId, countryId: 43 }));
    await step(userId, bought.id);
    await execute(db, sql`update pricing_offers set count = 0 where id = ${offer.offerId}`);
    return { userId, id: bought.id, number: Number(bought.number), supplierId: offer.supplierId };
  }

  it("is shown free of charge to the last buyer who waited the whole time", async () => {
    const ended = await givenEnded((_, id) => expireActivation(db, { id, state: "waiting" }));
    expect(await push(ended.supplierId, ended.number, "code 33333")).toBe(1);
    const [view] = await listActivationViews(db, ended.userId, [ended.id], "en");
    expect(view).toMatchObject({
      state: "expired",
      money: "given-back",
      messages: [{ code: "33333", late: true }],
    });
    expect(await getBalance(db, ended.userId)).toMatchObject({ postedKopecks: 2_000, heldKopecks: 0 });
  });

  it("is not shown to who cancelled", async () => {
    const ended = await givenEnded((userId, id) => cancelActivation(db, userId, id));
    expect(await push(ended.supplierId, ended.number, "code 44444")).toBe(0);
    const [view] = await listActivationViews(db, ended.userId, [ended.id], "en");
    expect(view?.messages).toEqual([]);
  });
});

describe("every (state, event) pair on live rows", () => {
  const steps: Partial<
    Record<
      ActivationEvent,
      (db: Db, userId: number, id: number, number: number, supplierId: number) => Promise<unknown>
    >
  > = {
    cancel: (_, userId, id) => cancelActivation(db, userId, id),
    report: (_, userId, id) => reportActivation(db, userId, id),
    finish: (_, userId, id) => finishActivation(db, userId, id),
    ask_more: (_, userId, id) => askMoreCodes(db, userId, id),
    receive_sms: (_, _userId, _id, number, supplierId) => push(supplierId, number, "code 55555"),
    expire: async (_, _userId, id) => expireActivation(db, { id, state: (await stateOf(id)).state }),
  };
  const reach: Partial<Record<ActivationState, ActivationEvent[]>> = {
    waiting: [],
    received: ["receive_sms"],
    completed: ["receive_sms", "finish"],
    cancelled: ["cancel"],
    expired: ["expire"],
    banned: ["report"],
  };
  const pairs = activationStates
    .filter((state) => reach[state])
    .flatMap((state) =>
      activationEvents.filter((event) => steps[event]).map((event) => [state, event] as const),
    );

  it.each(pairs)("%s + %s moves as the table says and nothing else", async (state, event) => {
    const offer = await givenOffer(db, { countryId: 1, count: 1, priceKopecks: 500, costKopecks: 100 });
    const userId = await givenUser(db, 1_000);
    const bought = await buyActivation(db, purchase({ userId, countryId: 1 }));
    const number = Number(bought.number);
    const run = (step: ActivationEvent) => steps[step]?.(db, userId, bought.id, number, offer.supplierId);
    for (const step of reach[state] ?? []) await run(step);
    expect((await stateOf(bought.id)).state).toBe(state);
    await run(event)?.catch((error: { code?: string }) => expect(error.code).toBe("BAD_STATUS"));
    expect((await stateOf(bought.id)).state).toBe(nextState(state, event) ?? state);
    await execute(db, sql`delete from supply_stock where offer_id = ${offer.offerId}`);
    await execute(db, sql`update pricing_offers set count = 0 where id = ${offer.offerId}`);
  });

  it("leaves no hold without an order behind", async () => {
    expect(await rows(db, sql`select id from activations where hold_id is null`)).toEqual([]);
  });
});
