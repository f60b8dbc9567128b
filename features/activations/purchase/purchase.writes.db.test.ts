import sql from "sql-template-tag";
import { describe, expect, it } from "vitest";
import { givenUser } from "#features/activations/buyers.factory.ts";
import { givenOffer, type OfferInput } from "#features/pricing/offers.factory.ts";
import { givenPastOffer, type PastOfferInput } from "#features/pricing/prices.factory.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db } = await useTestDb();

type Call = {
  userId: number;
  key: string;
  hash: string;
  countryId: number;
  operator: string;
  maxPrice: number | null;
  /** Basis points above what was listed; null where the buyer named a limit. */
  tolerance: number | null;
  channel: string;
  excluded: number[];
  cursorOffers: number[];
  cursorIds: number[];
};

type Answer = {
  outcome: string;
  activation_id: number | null;
  min_price_kopecks: number | null;
  offer_id: number | null;
  stock_id: number | null;
  number: number | null;
  state: string | null;
};

const COLUMNS = "outcome, activation_id, min_price_kopecks, offer_id, stock_id, number, state";

const buyers: Record<"one" | "batch", (call: Call, on?: Queryable) => Promise<Answer>> = {
  one: (call, on = db) =>
    one(on, {
      text: `select ${COLUMNS} from activations_buy_one($1, $2, $3, 52, $4, $5, $6, $7, 20, $8::int[], $9::int[],
        $10::bigint[], $11::int)`,
      values: valuesOf(call),
    }),
  batch: (call, on = db) =>
    one(on, {
      text: `select ${COLUMNS} from activations_buy(array[$1::bigint], array[$2::text], array[$3::text], array[52], array[$4::int],
        array[$5::text], array[$6::bigint], array[$7::text], array[20], $8::int[], $9::int[], $10::bigint[],
        array[$11::int])`,
      values: valuesOf(call),
    }),
};

function valuesOf(call: Call): unknown[] {
  const { userId, key, hash, countryId, operator, maxPrice, channel, ...rest } = call;
  const { excluded, cursorOffers, cursorIds, tolerance } = rest;
  return [
    ...[userId, key, hash, countryId, operator, maxPrice, channel],
    ...[excluded, cursorOffers, cursorIds, tolerance],
  ];
}

type World = {
  call(input?: Partial<Call>): Promise<Answer>;
  offer(input?: OfferInput): Promise<{ offerId: number; supplierId: number; stockIds: number[] }>;
  /** An offer that was listed until a little while ago. */
  past(input: PastOfferInput): Promise<void>;
};

let lastCountry = 100;

/** Plays a scene for one way of buying, and answers all that it did with ids replaced by their order of appearance. */
async function play(
  buy: (call: Call) => Promise<Answer>,
  balance: number | null,
  scene: (world: World) => Promise<Answer[]>,
) {
  lastCountry += 1;
  const countryId = lastCountry;
  const userId = balance === null ? 900_000 + countryId : await givenUser(db, balance);
  const offers: number[] = [];
  const call = (input: Partial<Call> = {}) =>
    buy({
      ...{ userId, key: `key-${countryId}`, hash: "hash", countryId, operator: "any", maxPrice: null },
      ...{ channel: "site", excluded: [], cursorOffers: [], cursorIds: [], tolerance: null },
      ...input,
    });
  const offer = async (input: OfferInput = {}) => {
    const made = await givenOffer(db, { countryId, ...input });
    offers.push(made.offerId);
    const stock = await rows<{ id: number }>(
      db,
      sql`select id from supply_stock where offer_id = ${made.offerId} order by id`,
    );
    return { offerId: made.offerId, supplierId: made.supplierId, stockIds: stock.map(({ id }) => id) };
  };
  const past: World["past"] = (input) => givenPastOffer(db, { countryId, ...input });
  const answers = await scene({ call, offer, past });
  const orders = await rows(
    db,
    sql`select a.state, a.supplier_kind, a.operator, a.wanted_operator, a.price_kopecks, a.max_price_kopecks, a.cost_kopecks,
          a.offer_version, a.channel, a.hold_minutes, a.input_hash, a.number is null as unnumbered, a.issued_at = a.requested_at as issued,
          a.expires_at - a.requested_at = interval '20 minutes' as expires, (a.due_at - a.requested_at)::text as due,
          h.amount_kopecks, h.phase, h.kind, h.posted_after_kopecks, h.held_after_kopecks, h.account_version, h.input_hash as held_for,
          h.reference = 'activation:' || a.id || ':hold' as referenced, w.held_kopecks, w.version,
          (select array_agg(e.data ->> 'state') from job_events e where (e.data ->> 'activationId')::bigint = a.id) as events
        from activations a join ledger_transfers h on h.id = a.hold_id join ledger_accounts w on w.user_id = a.user_id
        where a.country_id = ${countryId} order by a.id`,
  );
  const left = await rows<{ offer_id: number; count: number }>(
    db,
    sql`select offer_id, count(*)::int as count from supply_stock where offer_id = any (${offers}::int[]) group by 1 order by 1`,
  );
  const shown = answers.map(({ activation_id, offer_id, stock_id, number, ...rest }) => ({
    ...rest,
    hasOrder: activation_id !== null,
    offer: offer_id === null ? null : offers.indexOf(offer_id),
    hasStock: stock_id !== null,
    hasNumber: number !== null,
  }));
  return { shown, orders, left: left.map(({ offer_id, count }) => [offers.indexOf(offer_id), count]) };
}

const scenes: Record<
  string,
  { outcomes: string[]; balance?: number | null; play: (world: World) => Promise<Answer[]> }
> = {
  "own stock": {
    outcomes: ["waiting"],
    play: async ({ offer, call }) => {
      await offer();
      return [await call()];
    },
  },
  "the cheaper offer, and the next one when it is empty": {
    outcomes: ["waiting", "waiting"],
    play: async ({ offer, call }) => {
      await offer({ count: 1, priceKopecks: 1_300 });
      await offer({ count: 5, priceKopecks: 1_400, operator: "second" });
      return [await call({ key: "a" }), await call({ key: "b" })];
    },
  },
  "an agent's offer": {
    outcomes: ["requested"],
    play: async ({ offer, call }) => {
      await offer({ kind: "agent" });
      return [await call({ channel: "api" })];
    },
  },
  "behind the cursor": {
    outcomes: ["waiting"],
    play: async ({ offer, call }) => {
      const { offerId, stockIds } = await offer();
      return [await call({ cursorOffers: [offerId], cursorIds: [stockIds[4]!] })];
    },
  },
  "from the start when nothing is behind the cursor": {
    outcomes: ["waiting"],
    play: async ({ offer, call }) => {
      const { offerId, stockIds } = await offer();
      return [await call({ cursorOffers: [offerId], cursorIds: [stockIds.at(-1)!] })];
    },
  },
  "an empty offer with a cursor": {
    outcomes: ["waiting", "no_numbers"],
    play: async ({ offer, call }) => {
      const { offerId, stockIds } = await offer({ count: 1 });
      const cursor = { cursorOffers: [offerId], cursorIds: stockIds };
      return [await call({ key: "a", ...cursor }), await call({ key: "b", ...cursor })];
    },
  },
  "nothing on sale": { outcomes: ["no_numbers"], play: async ({ call }) => [await call()] },
  "only what bots may have": {
    outcomes: ["no_numbers", "waiting"],
    play: async ({ offer, call }) => {
      await offer({ apiOnly: true });
      return [await call({ key: "a" }), await call({ key: "b", channel: "api" })];
    },
  },
  "an excluded supplier": {
    outcomes: ["no_numbers"],
    play: async ({ offer, call }) => [await call({ excluded: [(await offer()).supplierId] })],
  },
  "one of the wanted operators": {
    outcomes: ["waiting", "no_numbers"],
    play: async ({ offer, call }) => {
      await offer({ operator: "cheap", priceKopecks: 1_200 });
      await offer({ operator: "wanted", priceKopecks: 1_500 });
      return [await call({ operator: "other,wanted" }), await call({ key: "b", operator: "missing" })];
    },
  },
  "above and at the highest price": {
    outcomes: ["price", "waiting"],
    play: async ({ offer, call }) => {
      await offer();
      return [await call({ maxPrice: 1_399 }), await call({ maxPrice: 1_400 })];
    },
  },
  "without a limit, the next offer within the tolerance and none beyond it": {
    outcomes: ["waiting", "waiting", "risen"],
    play: async ({ offer, call }) => {
      await offer({ count: 1, priceKopecks: 1_000, costKopecks: 500 });
      await offer({ count: 1, priceKopecks: 1_050, costKopecks: 500 });
      await offer({ count: 1, priceKopecks: 1_051, costKopecks: 500 });
      const input = { tolerance: 500 };
      return [
        await call({ key: "a", ...input }),
        await call({ key: "b", ...input }),
        await call({ key: "c", ...input }),
      ];
    },
  },
  "without a limit, an agent's offer keeps what was listed as its highest price": {
    outcomes: ["requested", "price"],
    play: async ({ offer, call }) => {
      await offer({ kind: "agent", priceKopecks: 1_000, costKopecks: 500 });
      return [
        await call({ key: "a", tolerance: 500 }),
        await call({ key: "b", tolerance: 500, maxPrice: 999 }),
      ];
    },
  },
  "without a limit, what is dearer than listed is not for sale, also to who could not pay for it": {
    outcomes: ["risen"],
    balance: 1_000,
    play: async ({ offer, call, past }) => {
      await past({ retail: 420 });
      await offer();
      return [await call({ tolerance: 500 })];
    },
  },
  "without a limit, not above what was listed a little while ago": {
    outcomes: ["risen", "waiting", "waiting"],
    play: async ({ offer, call, past }) => {
      await past({ retail: 420 });
      await past({ retail: 100, seconds: -1 });
      await offer();
      await offer({ operator: "own", priceKopecks: 1_500 });
      return [
        await call({ key: "a", tolerance: 500, channel: "api" }),
        await call({ key: "b", maxPrice: 1_400 }),
        await call({ key: "c", tolerance: 25_000 }),
      ];
    },
  },
  "without a limit, what hardly anybody could have had does not count, unless no more is left": {
    outcomes: ["waiting", "risen"],
    play: async ({ offer, call, past }) => {
      await past({ retail: 420, count: 2, isListed: false });
      const { offerId } = await offer({ count: 3 });
      const first = await call({ key: "a", tolerance: 500 });
      await execute(db, sql`update pricing_offers set count = 2 where id = ${offerId}`);
      return [first, await call({ key: "b", tolerance: 500 })];
    },
  },
  "without a limit, what was listed for others does not count": {
    outcomes: ["waiting", "waiting"],
    play: async ({ offer, call, past }) => {
      await past({ retail: 420, apiOnly: true });
      await past({ retail: 410, operator: "other" });
      await offer({ operator: "own" });
      return [
        await call({ key: "a", tolerance: 500, operator: "own" }),
        await call({ key: "b", tolerance: 500, operator: "own,second" }),
      ];
    },
  },
  "money for one": {
    outcomes: ["waiting", "no_balance"],
    balance: 1_400,
    play: async ({ offer, call }) => {
      await offer();
      return [await call({ key: "a" }), await call({ key: "b" })];
    },
  },
  "above the highest price and beyond the money": {
    outcomes: ["price"],
    balance: 100,
    play: async ({ offer, call }) => {
      await offer();
      return [await call({ maxPrice: 50 })];
    },
  },
  "a user without a wallet": {
    outcomes: ["no_balance"],
    balance: null,
    play: async ({ offer, call }) => {
      await offer();
      return [await call()];
    },
  },
  "the same key again, and with other input": {
    outcomes: ["waiting", "replayed", "mismatch"],
    play: async ({ offer, call }) => {
      await offer();
      return [await call(), await call(), await call({ hash: "other" })];
    },
  },
};

describe("one purchase and a batch of one do the same", () => {
  it.each(Object.entries(scenes))(
    "the same outcome either way: %s",
    async (_name, { outcomes, balance = 100_000, play: scene }) => {
      const alone = await play(buyers.one, balance, scene);
      expect(alone).toEqual(await play(buyers.batch, balance, scene));
      expect(alone.shown.map(({ outcome }) => outcome)).toEqual(outcomes);
    },
  );
});

describe("what was listed before", () => {
  it("orders of one batch: what was listed a little while ago binds those of its sale, and the others are placed beside them", async () => {
    const [risen, held, unlisted] = [lastCountry + 1, lastCountry + 2, lastCountry + 3];
    lastCountry += 3;
    for (const countryId of [risen, held, unlisted]) await givenOffer(db, { countryId });
    await givenPastOffer(db, { countryId: risen, retail: 420 });
    await givenPastOffer(db, { countryId: held, retail: 1_390 });
    const users = await Promise.all([1, 2, 3].map(() => givenUser(db, 100_000)));
    const placed = await rows<{ outcome: string }>(
      db,
      sql`select ord, outcome
          from activations_buy(${users}::bigint[], '{a,b,c}', '{h,h,h}', '{52,52,52}', ${[risen, held, unlisted]}::int[],
            '{any,any,any}', array[null, null, null]::bigint[], '{site,site,site}', '{20,20,20}', '{}', '{}', '{}', '{500,500,500}')
          order by ord`,
    );
    expect(placed.map(({ outcome }) => outcome)).toEqual(["risen", "waiting", "waiting"]);
    const orders = await rows(
      db,
      sql`select country_id, max_price_kopecks from activations where user_id = any (${users}::bigint[]) order by 1`,
    );
    expect(orders).toEqual([
      { country_id: held, max_price_kopecks: 1_459 },
      { country_id: unlisted, max_price_kopecks: 1_470 },
    ]);
  });

  it.each(["one", "batch"] as const)(
    "where nothing else was listed, a purchase reads the account's agreed price and its tier once, and looks once for what was listed: %s",
    async (way) => {
      lastCountry += 1;
      const countryId = lastCountry;
      await givenOffer(db, { countryId });
      const userId = await givenUser(db, 100_000);
      const call = { userId, hash: "hash", countryId, operator: "any", channel: "site" };
      const none = { excluded: [], cursorOffers: [], cursorIds: [] };
      const readsOf = (limit: { maxPrice: number | null; tolerance: number | null }) =>
        withTransaction(db, async (tx) => {
          const before = await countReads(tx);
          const { outcome } = await buyers[way](
            { ...call, ...none, ...limit, key: JSON.stringify(limit) },
            tx,
          );
          expect(outcome).toBe("waiting");
          return (await countReads(tx)) - before;
        });
      const limited = await readsOf({ maxPrice: 1_400, tolerance: null });
      const agreedAndTier = 2;
      expect(limited).toBeLessThanOrEqual(agreedAndTier + 1);
      expect(await readsOf({ maxPrice: null, tolerance: 500 })).toBeLessThanOrEqual(agreedAndTier + 1);
      await givenPastOffer(db, { countryId, retail: 1_400 });
      expect(await readsOf({ maxPrice: null, tolerance: 501 })).toBeGreaterThan(agreedAndTier + 1);
    },
  );
});

/** How often this transaction has looked into what decides an account's own price, and the most that it pays. */
async function countReads(tx: Queryable): Promise<number> {
  const { count } = await one<{ count: number }>(
    tx,
    sql`select sum(pg_stat_get_xact_numscans(r.oid))::int as count
        from unnest(array['pricing_personal_prices', 'pricing_wholesale_accounts', 'pricing_past_offers']::regclass[]) t(id)
        cross join lateral (select t.id::oid union all select i.indexrelid from pg_index i where i.indrelid = t.id) r(oid)`,
  );
  return count;
}
