import sql from "sql-template-tag";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OneWorker } from "#app/_proofs/crash/one-worker.ts";
import { hitsOfRun, pointsOfRun } from "#app/_proofs/crash/points.ts";
import { around, type Point } from "#app/_proofs/crash/victim.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { attemptsFor } from "#features/activations/search/search.rules.ts";
import { openSearch, replaceOrder } from "#features/activations/search/search.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { RememberingAgent } from "#lib/testing/remembering-agent.ts";

/**
 * The worker dies with kill -9 at every statement of an attempt (in the short form at some of them, by turns): whatever was under way, one
 * number is bought.
 */
const OWN_COUNTRY = 6;
const AGENT_COUNTRY = 4;
const agent = new RememberingAgent({ country: "philippines", service: "tg", firstNumber: 639_170_000_000 });
let worker: OneWorker;

beforeAll(async () => {
  worker = await OneWorker.prepare({ SUPPLIERS_MAY_BE_PRIVATE: "1" });
  await agent.start();
}, 180_000);

afterAll(async () => {
  await worker?.end();
  agent.stop();
});

/** With an offer of its own: those of suppliers that are not heard of for a while are taken off the lists. */
async function givenSearch(countryId: number): Promise<{ userId: number; id: number }> {
  const agents = { kind: "agent", baseUrl: agent.url, honoursClientId: true } as const;
  await givenOffer(worker.owner, { countryId, ...(countryId === AGENT_COUNTRY ? agents : {}) });
  const { userId } = await givenApiBuyer(worker.owner, 100_000);
  const search = { userId, keyId: null, channel: "site", serviceId: 52, countryId, operator: "any" } as const;
  const seconds = 600;
  const wanted = { ...search, seconds, attemptsMax: attemptsFor(seconds), steps: [], replacing: null };
  return { userId, id: await withTransaction(worker.owner, (tx) => openSearch(tx, wanted)) };
}

const stateOf = async (id: number) =>
  (await one<{ state: string }>(worker.owner, sql`select state from activations_searches where id = ${id}`))
    .state;
const ordersOf = (userId: number) =>
  rows<{ id: number; state: string }>(
    worker.owner,
    sql`select id, state from activations where user_id = ${userId} and state <> 'failed' order by id`,
  );

const points: Point[] = [
  ...around("activations-buy"),
  ...around("activations_search_orders"),
  ...around("update activations_searches set state"),
];

test.each([
  ["of own stock", OWN_COUNTRY, pointsOfRun(points, 2)],
  [
    "of an agent",
    AGENT_COUNTRY,
    pointsOfRun([...around("activations-buy"), ...around("activations-assign")], 1),
  ],
] as const)(
  "a worker killed at any statement of a search's attempt buys one number %s",
  {
    timeout: 300_000,
  },
  async (_whose, countryId, at) => {
    const before = worker.deadlyHits;
    for (const point of at) {
      const { userId, id } = await givenSearch(countryId);
      await worker.killIn(point);
      await worker.start();
      await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe("found");
      expect(await ordersOf(userId), JSON.stringify(point)).toMatchObject([{ state: "waiting" }]);
      await worker.stop();
    }
    expect(worker.deadlyHits - before).toBeGreaterThanOrEqual(hitsOfRun(at.length));
  },
);

test("a worker killed while it replaces a number neither loses the search nor buys twice", {
  timeout: 300_000,
}, async () => {
  for (const point of pointsOfRun([...around("activations-refund"), ...around("set attempts = 0")], 1)) {
    await worker.start();
    const { userId, id } = await givenSearch(OWN_COUNTRY);
    await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe("found");
    const [order] = await ordersOf(userId);
    const who = { userId, keyId: null, channel: "site" } as const;
    const replacing = { afterSeconds: 60, times: 1 };
    await withTransaction(worker.owner, (tx) => replaceOrder(tx, who, order?.id as number, replacing));
    await worker.killIn(point, () =>
      execute(worker.owner, sql`update activations_searches set next_at = app_now() where id = ${id}`),
    );
    await givenOffer(worker.owner, { countryId: OWN_COUNTRY });
    await worker.start();
    await expect.poll(() => stateOf(id), { timeout: 60_000 }).toBe("found");
    const states = (await ordersOf(userId)).map(({ state }) => state);
    expect(states, JSON.stringify(point)).toEqual(["cancelled", "waiting"]);
    await worker.stop();
  }
});

test("every invariant holds on what the killed workers left", { timeout: 60_000 }, async () => {
  await worker.checkEverything();
});
