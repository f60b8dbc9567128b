import {
  type Benchmark,
  checkInvariants,
  type Figure,
  perSecondText,
  ratioText,
} from "#bench/harness/benchmark.ts";
import { pgbenchPurchase, purchaseTargets, readServiceCodes, type Spread } from "#bench/harness/buying.ts";
import { startApi } from "#bench/harness/children.ts";
import { familySeconds } from "#bench/harness/cpu.ts";
import { fillMarket, HOT } from "#bench/harness/market.ts";
import { findPgbench, runPgbench } from "#bench/harness/pgbench.ts";
import { compare } from "#bench/harness/rounds.ts";
import { one } from "#lib/db/query.ts";
import { Problem } from "#lib/tooling/problem.ts";

const USERS = 500;
/** The least ratio to pgbench, by the number of clients. */
const AIMS: Readonly<Record<Spread, Readonly<Record<number, number>>>> = {
  spread: { 8: 0.6, 32: 0.9 },
  hot: { 8: 0.6, 32: 1.2 },
};

/** Own stock bought over HTTP, against pgbench running the same statement on the same tables. */
export const purchase: Benchmark = {
  name: "purchase",
  run: async ({ server, load, plan }) => {
    const program = findPgbench();
    if (!program)
      throw new Problem("There is no pgbench. Install it (Debian: postgresql-contrib) and run again.");
    const db = await server.createDatabase("bench_purchase");
    const scale = plan.isSelfCheck ? 0.01 : 1;
    await fillMarket(db, {
      users: USERS,
      stockPerOffer: 2_500 * scale,
      hotStock: 600_000 * scale,
      pastOrders: 100_000 * scale,
    });
    await readServiceCodes(db);
    const api = await startApi({ databaseUrl: db.url, folder: server.folder });
    const figures: Figure[] = [];
    try {
      for (const spread of ["spread", "hot"] as const) {
        for (const clients of plan.isSelfCheck ? [8] : [1, 8, 32, 64])
          figures.push(await measure(spread, clients));
      }
      await checkInvariants(db);
    } finally {
      await api.stop();
      await db.drop();
    }
    return figures;

    /** The unit of the hot offer behind which the next one is: what the API remembers, each client of pgbench is told. */
    async function lastSold(): Promise<number> {
      const { id } = await one<{ id: number }>(db.owner, {
        text: "select coalesce(min(id), 1)::bigint - 1 as id from supply_stock where offer_id = $1",
        values: [HOT.offerId],
      });
      return id;
    }

    async function measure(spread: Spread, clients: number): Promise<Figure> {
      const targets = purchaseTargets(spread, USERS);
      const script = pgbenchPurchase(spread, USERS);
      const { seconds, rounds } = plan;
      const run = { connections: clients, seconds, targets, port: api.port, expect: "ACCESS_NUMBER:" };
      if (!plan.isSelfCheck) await load.run({ ...run, seconds: Math.min(1, seconds) });
      const cost = { http: { api: 0, server: 0, count: 0 }, pgbench: { server: 0, count: 0 } };
      const result = await compare(rounds, {
        subject: async () => {
          const before = [familySeconds(api.pid), familySeconds(server.pid)] as const;
          const { perSecond, answered } = await load.run(run);
          cost.http.api += familySeconds(api.pid) - before[0];
          cost.http.server += familySeconds(server.pid) - before[1];
          cost.http.count += answered;
          return perSecond;
        },
        yardstick: async () => {
          const before = familySeconds(server.pid);
          const done = await runPgbench({
            program: program!,
            url: db.url,
            folder: server.folder,
            script,
            clients,
            variables: { offer_id: HOT.offerId, stock_id: await lastSold() },
            ...(plan.isSelfCheck ? { transactions: 200 } : { seconds: Math.max(1, Math.round(seconds)) }),
          });
          cost.pgbench.server += familySeconds(server.pid) - before;
          cost.pgbench.count += done.transactions;
          return done.perSecond;
        },
      });
      const micros = (total: number, count: number) => Math.round((total * 1e6) / count);
      const { http, pgbench } = cost;
      const cpu = `CPU per purchase ${micros(http.api, http.count)} us API + ${micros(http.server, http.count)} us PostgreSQL, against ${micros(pgbench.server, pgbench.count)} us`;
      const aim = AIMS[spread][clients];
      return {
        measure: `purchase over HTTP / pgbench, ${clients} clients, ${spread === "hot" ? "one hot service" : "400 offers"}`,
        value: ratioText(result.ratio),
        aim: aim === undefined ? "" : `>= ${aim}`,
        isMet: aim === undefined ? null : result.ratio >= aim,
        detail: `${perSecondText(result.subject)} against ${perSecondText(result.yardstick)}; ${cpu}`,
      };
    }
  },
};
