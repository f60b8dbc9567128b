import sql from "sql-template-tag";
import { beforeEach, describe, expect, test } from "vitest";
import { cancelActivation, deliverSms } from "#features/activations/activations.writes.ts";
import { db, freshCountries, owner } from "#features/activations/activations-writes.factory.ts";
import { givenCustomer } from "#features/activations/buyers.factory.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { openSearch, replaceOrder, stopSearch } from "#features/activations/search/search.writes.ts";
import { workSearch } from "#features/activations/search/search-attempt.writes.ts";
import { type DueSearch, takeDueSearches } from "#features/activations/search/search-turns.writes.ts";
import { faultyDb, work } from "#features/activations/search/searches.factory.ts";
import { getBalance } from "#features/ledger/ledger.reads.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";

beforeEach(() => resetClock(owner));

const replacing = { afterSeconds: 60, times: 2 };

/** A buyer with a number that waits, in a country that nothing else is sold in. */
async function givenNumber(input: { count?: number; maxPriceKopecks?: number } = {}) {
  const countryId = freshCountries.pop() as number;
  const offer = await givenOffer(db, { countryId, count: input.count ?? 10 });
  const userId = await givenCustomer(db, 10_000);
  const { id, number } = await buyActivation(db, {
    ...{
      userId,
      serviceId: 52,
      countryId,
      operator: "any",
      channel: "site",
      idempotencyKey: `one-${userId}`,
    },
    maxPriceKopecks: kopecks(input.maxPriceKopecks ?? 2_000),
  });
  return { userId, id, number, countryId, supplierId: offer.supplierId };
}

const who = (userId: number) => ({ userId, keyId: null, channel: "site" }) as const;
const replace = (userId: number, id: number, words = replacing) =>
  withTransaction(db, (tx) => replaceOrder(tx, who(userId), id, words));
const stop = (userId: number, id: number) => withTransaction(db, (tx) => stopSearch(tx, userId, id));

async function later(seconds: number): Promise<void> {
  await moveClock(owner, `${seconds} seconds`);
  await work();
}

let lastSms = 0n;
function sms(supplierId: number, number: string): Promise<unknown> {
  lastSms += 1n;
  const text = "Telegram code 12345";
  return receiveSms(
    db,
    { supplierId, smsId: lastSms, phone: Number(number), sender: "Telegram", text },
    deliverSms,
  );
}

async function statesOf(userId: number): Promise<string[]> {
  const orders = await rows<{ state: string }>(
    db,
    sql`select state from activations where user_id = ${userId} order by id`,
  );
  return orders.map(({ state }) => state);
}

/** Why each order ended, by the order itself and by the money that came back. */
async function reasonsOf(userId: number): Promise<(string | null)[]> {
  const orders = await rows<{ reason: string | null; told: string | null }>(
    db,
    sql`select a.close_reason as reason, t.reason as told from activations a
        left join ledger_transfers t on t.pending_id = a.hold_id where a.user_id = ${userId} order by a.id`,
  );
  for (const { reason, told } of orders) expect(told).toBe(reason);
  return orders.map(({ reason }) => reason);
}

const read = (id: number) =>
  one<{ state: string; done: number; orderId: number | null; refusal: string | null }>(
    db,
    sql`select state, replacements as done, activation_id as "orderId", refusal from activations_searches where id = ${id}`,
  );

describe("a number that is replaced when no SMS comes", () => {
  test("is cancelled with its money back and the next one bought, so often as was asked for", async () => {
    const { userId, id } = await givenNumber();
    const search = await replace(userId, id);
    await later(50);
    expect(await statesOf(userId)).toEqual(["waiting"]);
    await later(10);
    expect(await statesOf(userId)).toEqual(["cancelled", "waiting"]);
    expect(await read(search)).toMatchObject({ state: "watching", done: 1 });
    await later(60);
    expect(await read(search)).toMatchObject({ state: "found", done: 2 });
    await later(60);
    expect(await statesOf(userId)).toEqual(["cancelled", "cancelled", "waiting"]);
    expect((await getBalance(db, userId as UserId)).availableKopecks).toBe(8_600);
    expect(await reasonsOf(userId)).toEqual(["replaced", "replaced", null]);
  });

  test("stays when its SMS has come, also in the very moment of the replacement", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { userId, id, number, supplierId } = await givenNumber();
      const search = await replace(userId, id);
      await moveClock(owner, "61 seconds");
      const due = (await takeDueSearches(db, 100)).filter((one) => one.id === search);
      const workers = Array.from({ length: 10 }, () => workSearch(db, due[0] as (typeof due)[0]));
      const messages = Array.from({ length: 10 }, () => sms(supplierId, number));
      await Promise.all(round % 2 === 0 ? [...messages, ...workers] : [...workers, ...messages]);
      await later(0);
      const states = await statesOf(userId);
      const { state, orderId } = await read(search);
      if (states[0] === "received") expect([states, state, orderId]).toEqual([["received"], "found", id]);
      else expect([states[0], states.length <= 2]).toEqual(["cancelled", true]);
    }
  });

  test("is replaced by another one within the limit that it was bought with", async () => {
    const { userId, id, countryId } = await givenNumber({ count: 1, maxPriceKopecks: 1_400 });
    await givenOffer(db, { countryId, priceKopecks: 1_401 });
    const search = await replace(userId, id);
    await later(60);
    // Its own number is on sale again, and no replacement; the other one costs too much.
    expect(await statesOf(userId)).toEqual(["cancelled"]);
    expect(await read(search)).toMatchObject({ state: "searching", refusal: "WRONG_MAX_PRICE" });
    await givenOffer(db, { countryId, priceKopecks: 1_400 });
    await later(2);
    expect(await statesOf(userId)).toEqual(["cancelled", "waiting"]);
  });

  test("stays once its owner wants to keep it or has cancelled it", async () => {
    const kept = await givenNumber();
    const search = await replace(kept.userId, kept.id);
    await stop(kept.userId, search);
    const cancelled = await givenNumber();
    const other = await replace(cancelled.userId, cancelled.id);
    await cancelActivation(db, cancelled.userId, cancelled.id);
    await later(61);
    expect(await statesOf(kept.userId)).toEqual(["waiting"]);
    expect(await read(search)).toMatchObject({ state: "found", orderId: kept.id });
    expect(await statesOf(cancelled.userId)).toEqual(["cancelled"]);
    expect(await read(other)).toMatchObject({ state: "found" });
  });

  test("is still replaced after a fault of the database at its moment", async () => {
    const { userId, id } = await givenNumber();
    const search = await replace(userId, id);
    await moveClock(owner, "61 seconds");
    const [due] = (await takeDueSearches(db, 100)).filter((one) => one.id === search);
    await expect(workSearch(faultyDb, due as DueSearch)).rejects.toThrow("the connection was lost");
    expect(await read(search)).toMatchObject({ state: "watching", orderId: id });
    await later(2);
    expect(await statesOf(userId)).toEqual(["cancelled", "waiting"]);
  });

  test("may be asked for again with other words, and twenty presses make one search", async () => {
    const { userId, id } = await givenNumber();
    const searches = await Promise.all(Array.from({ length: 20 }, () => replace(userId, id)));
    expect(new Set(searches).size).toBe(1);
    await stop(userId, searches[0] as number);
    expect(await replace(userId, id, { afterSeconds: 120, times: 1 })).toBe(searches[0]);
    await later(61);
    expect(await statesOf(userId)).toEqual(["waiting"]);
    await later(60);
    expect(await statesOf(userId)).toEqual(["cancelled", "waiting"]);
    expect(await read(searches[0] as number)).toMatchObject({ state: "found", done: 1 });
  });

  test("is the buyer's own and waits for its SMS: anything else is refused and nothing changes", async () => {
    const { userId, id, number, supplierId } = await givenNumber();
    const stranger = await givenCustomer(db, 10_000);
    await expect(replace(stranger, id)).rejects.toMatchObject({ code: "ACTIVATION_NOT_FOUND" });
    await sms(supplierId, number);
    await expect(replace(userId, id)).rejects.toMatchObject({ code: "BAD_STATUS" });
  });

  test("comes out of a search that was told so from the beginning", async () => {
    const { userId, countryId } = await givenNumber();
    const search = await withTransaction(db, (tx) =>
      openSearch(tx, {
        ...{ ...who(userId), serviceId: 52, countryId, operator: "any", seconds: 60, attemptsMax: 30 },
        ...{ steps: [{ afterSeconds: 0, maxPriceKopecks: 1_400 }], replacing },
      }),
    );
    await later(0);
    expect(await read(search)).toMatchObject({ state: "watching", done: 0 });
    await later(61);
    expect(await statesOf(userId)).toEqual(["waiting", "cancelled", "waiting"]);
  });
});
