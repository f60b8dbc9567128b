import { type Benchmark, checkInvariants, perSecondText, ratioText } from "#bench/harness/benchmark.ts";
import { fillMarket, HOT, RETAIL_KOPECKS } from "#bench/harness/market.ts";
import { compare } from "#bench/harness/rounds.ts";
import type { BenchDb } from "#bench/harness/server.ts";
import {
  buyStatement,
  type Placed,
  type Placement,
  placeOrder,
} from "#features/activations/purchase/place-order.writes.ts";
import { createDb, type Db } from "#lib/db/pool.ts";
import { one } from "#lib/db/query.ts";

const BUYER = 1;
const PARALLEL = 64;
const AIM = 10;

/** One buyer with 64 requests under way: placed together, against each by a call of its own, which queue for the wallet. */
export const oneBuyer: Benchmark = {
  name: "one-buyer",
  run: async ({ server, plan }) => {
    const bench = await server.createDatabase("bench_one_buyer");
    await fillMarket(bench, { users: 1, stockPerOffer: 1, hotStock: plan.isSelfCheck ? 5_000 : 1_500_000 });
    const db = createDb(bench.url, { applicationName: "bench buyer" });
    const before = await readWallet(bench);
    let bought = 0;
    const perSecond = async (place: (placement: Placement) => Promise<{ outcome: string }>) => {
      const done = await keepBuying(place, plan.seconds);
      bought += done;
      return done / plan.seconds;
    };
    const sides = {
      subject: () => perSecond((placement) => placeOrder(db, placement)),
      yardstick: () => perSecond((placement) => placeOneByOne(db, placement)),
    };
    try {
      await sides.subject();
      await sides.yardstick();
      const { ratio, subject, yardstick } = await compare(plan.rounds, sides);
      const after = await readWallet(bench);
      const expected = {
        posted: before.posted,
        held: before.held + bought * RETAIL_KOPECKS,
        orders: before.orders + bought,
      };
      if (JSON.stringify(after) !== JSON.stringify(expected))
        throw new Error(`The wallet is ${JSON.stringify(after)} instead of ${JSON.stringify(expected)}`);
      await checkInvariants(bench);
      return [
        {
          measure: `one buyer, ${PARALLEL} parallel purchases / the same by single calls`,
          value: ratioText(ratio),
          aim: `>= ${AIM}`,
          isMet: ratio >= AIM,
          detail: `${perSecondText(subject)} against ${perSecondText(yardstick)}; ${bought} bought in all, balance exact`,
        },
      ];
    } finally {
      await db.close();
      await bench.drop();
    }
  },
};

/** Buys for so long with 64 under way; answers how many were bought. Throws on any other answer than a number. */
async function keepBuying(
  place: (placement: Placement) => Promise<{ outcome: string }>,
  seconds: number,
): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let bought = 0;
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      while (performance.now() < until) {
        const { outcome } = await place(newPlacement());
        if (outcome !== "waiting") throw new Error(`A purchase of the one buyer answered ${outcome}`);
        bought += 1;
      }
    }),
  );
  return bought;
}

const newPlacement = (): Placement => ({
  userId: BUYER,
  idempotencyKey: crypto.randomUUID(),
  serviceId: HOT.serviceId,
  countryId: HOT.countryId,
  operator: "any",
  maxPriceKopecks: null,
  channel: "api",
  excludedSuppliers: [],
  inputHash: "bench",
});

/** One statement, which is a transaction of its own. */
const placeOneByOne = (db: Db, placement: Placement) =>
  one<Placed>(db, buyStatement(placement, { offerIds: [], stockIds: [] }));

/** What the buyer's wallet says, and how many orders there are. */
function readWallet(db: BenchDb): Promise<{ posted: number; held: number; orders: number }> {
  return one(db.owner, {
    text: `select posted_kopecks as posted, held_kopecks as held, (select count(*) from activations where user_id = $1) as orders
      from ledger_accounts where user_id = $1`,
    values: [BUYER],
  });
}
