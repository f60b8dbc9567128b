import { type Benchmark, checkInvariants, perSecondText, ratioText } from "#bench/harness/benchmark.ts";
import { pgbenchPurchase } from "#bench/harness/buying.ts";
import { familySeconds } from "#bench/harness/cpu.ts";
import { fillMarket, type MarketInput } from "#bench/harness/market.ts";
import { findPgbench, runPgbench } from "#bench/harness/pgbench.ts";
import { compare, median } from "#bench/harness/rounds.ts";
import { Problem } from "#lib/tooling/problem.ts";

const CLIENTS = 8;
const AIM = 0.8;
const OFFERS = 400;

/** The same purchase inside the database with ten thousand and with ten million rows of stock and ledger. */
export const growth: Benchmark = {
  name: "growth",
  run: async ({ server, plan }) => {
    const program = findPgbench();
    if (!program)
      throw new Problem("There is no pgbench. Install it (Debian: postgresql-contrib) and run again.");
    const bigRows = plan.isSelfCheck ? 20_000 : 10_000_000;
    // A quarter of the small stock is bought per round and then replaced, so that its size stays what it is.
    const transactions = plan.isSelfCheck ? 400 : 2_400;
    const small = await server.createDatabase("bench_small");
    const big = await server.createDatabase("bench_big");
    const input = (count: number): MarketInput => ({
      users: 2_000,
      stockPerOffer: count / OFFERS,
      pastOrders: count / 2,
      isHuge: count > 1_000_000,
    });
    const micros: Record<string, number[]> = { bench_small: [], bench_big: [] };
    try {
      await fillMarket(small, input(10_000));
      await fillMarket(big, input(bigRows));
      const script = pgbenchPurchase("spread", 2_000);
      const buy = async (db: typeof small) => {
        if (db === small) await db.owner.query({ text: REFILL, values: [] });
        const before = familySeconds(server.pid);
        const run = { program, url: db.url, folder: server.folder, script, clients: CLIENTS, transactions };
        const done = await runPgbench(run);
        micros[db.name]!.push(((familySeconds(server.pid) - before) * 1e6) / done.transactions);
        return done.perSecond;
      };
      for (const db of plan.isSelfCheck ? [] : [small, big]) await buy(db);
      const result = await compare(plan.isSelfCheck ? 1 : plan.rounds + 2, {
        subject: () => buy(big),
        yardstick: () => buy(small),
      });
      await checkInvariants(small);
      // Ten million rows take the checks as long as all the rest; the self-check makes sure that they would find nothing.
      if (plan.isSelfCheck) await checkInvariants(big);
      const cpu = `${Math.round(median(micros.bench_big!))} us against ${Math.round(median(micros.bench_small!))} us`;
      return [
        {
          measure: "purchases in PostgreSQL, 10 million / 10 thousand rows of stock and ledger, 8 clients",
          value: ratioText(result.ratio),
          aim: `>= ${AIM}`,
          isMet: result.ratio >= AIM,
          detail: `${perSecondText(result.subject)} against ${perSecondText(result.yardstick)}; CPU in PostgreSQL per purchase ${cpu}`,
        },
      ];
    } finally {
      await small.drop();
      await big.drop();
    }
  },
};

/** Puts new units into offers that have fewer than they began with. */
const REFILL = `
  insert into supply_stock (offer_id, number)
  select o.id, (2000000 + floor(random() * 7000000))::bigint * 100000000 + o.id
  from supply_offers o, lateral (select count(*) as left_over from supply_stock s where s.offer_id = o.id) s,
    generate_series(1, least(o.claimed_count - s.left_over, 60)) n
  where o.claimed_count > 0
  on conflict do nothing`;
