import { type Benchmark, checkInvariants, perSecondText, ratioText } from "#bench/harness/benchmark.ts";
import { purchaseTargets, readServiceCodes } from "#bench/harness/buying.ts";
import { startApi } from "#bench/harness/children.ts";
import { microsEach } from "#bench/harness/cpu.ts";
import { fillMarket } from "#bench/harness/market.ts";
import { compareEach } from "#bench/harness/rounds.ts";

const USERS = 500;
const CLIENTS = 32;
const AIM = 0.5;

/**
 * One hot service bought over HTTP while a transaction as long as a report's holds an old snapshot, so that nothing that was
 * bought or paid since can be cleared away, against the same without. The old snapshot is ten seconds old when
 * measuring begins.
 */
export const oldSnapshot: Benchmark = {
  name: "old-snapshot",
  run: async ({ server, load, plan }) => {
    const db = await server.createDatabase("bench_old_snapshot");
    await fillMarket(db, { users: USERS, stockPerOffer: 1, hotStock: plan.isSelfCheck ? 10_000 : 1_500_000 });
    await readServiceCodes(db);
    const api = await startApi({ databaseUrl: db.url, folder: server.folder });
    const targets = purchaseTargets("hot", USERS);
    const order = { port: api.port, connections: CLIENTS, targets, expect: "ACCESS_NUMBER:" };
    const buy = async () => {
      const run = () => load.run({ ...order, seconds: plan.seconds });
      if (!plan.isSelfCheck) await load.run({ ...order, seconds: plan.seconds * 5 });
      const { done, micros } = await microsEach([api.pid, server.pid], run, ({ answered }) => answered);
      return { rate: done.perSecond, micros };
    };
    // What the side before left behind is cleared away, as it is a moment after such a transaction has ended.
    const clear = () => db.runAsSuperuser(["vacuum supply_stock, ledger_accounts"]);
    try {
      if (!plan.isSelfCheck) await buy();
      const { rate, micros } = await compareEach(plan.rounds, {
        subject: async () => {
          await clear();
          return db.withOldSnapshot(buy);
        },
        yardstick: async () => {
          await clear();
          return buy();
        },
      });
      await checkInvariants(db);
      return [
        {
          measure: `one hot service over HTTP, ${CLIENTS} clients, while a long transaction holds an old snapshot / without`,
          value: ratioText(rate.ratio),
          aim: `>= ${AIM}`,
          isMet: rate.ratio >= AIM,
          detail: `${perSecondText(rate.subject)} against ${perSecondText(rate.yardstick)}; CPU per purchase ${Math.round(micros.subject)} us against ${Math.round(micros.yardstick)} us`,
        },
      ];
    } finally {
      await api.stop();
      await db.drop();
    }
  },
};
