import { setTimeout as pause } from "node:timers/promises";
import { type Benchmark, checkInvariants, type Figure } from "#bench/harness/benchmark.ts";
import { startApi } from "#bench/harness/children.ts";
import { familySeconds } from "#bench/harness/cpu.ts";
import { apiKeyOf, fillMarket, PUSH_KEY } from "#bench/harness/market.ts";
import { neededKib, residentKib } from "#bench/harness/memory.ts";
import { buyForEach } from "#bench/harness/orders.ts";
import { runStreams } from "#bench/harness/streams.ts";
import { findFreePort, LOOPBACK } from "#lib/tooling/ports.ts";

const STREAMS = 10_000;
const AIM_MEMORY_MIB = 1_024;
const AIM_EACH_KIB = 15;
const AIM_P95_MS = 200;
const PER_SECOND = 50;
const IDLE_SECONDS = 20;

/** Ten thousand users' streams on one API process: what they hold, what they cost, and how soon a code is in one of them. */
export const streams: Benchmark = {
  name: "streams",
  run: async ({ server, plan }) => {
    const count = plan.isSelfCheck ? 40 : STREAMS;
    const db = await server.createDatabase("bench_streams");
    await fillMarket(db, { users: count, stockPerOffer: Math.ceil(count / 400) + 5 });
    const orders = (await buyForEach(db, count)).map((order) => ({ ...order, key: apiKeyOf(order.userId) }));
    const inspectorPort = await findFreePort();
    const api = await startApi({
      databaseUrl: db.url,
      folder: server.folder,
      nodeArgs: [`--inspect=${LOOPBACK}:${inspectorPort}`],
    });
    const common = { port: api.port, pushKey: PUSH_KEY, perSecond: PER_SECOND };
    const held = { beforeKib: 0, openKib: 0, neededKib: 0, idleCpu: 0 };
    try {
      // What the code and its first requests need is no stream's.
      const few = orders.slice(0, count / 10);
      await runStreams({ ...common, orders: few, warmUpSeconds: 0, seconds: plan.isSelfCheck ? 0.5 : 5 });
      held.beforeKib = await neededKib(api.pid, inspectorPort);
      const result = await runStreams(
        {
          ...common,
          orders,
          firstSmsId: 1_000_000,
          warmUpSeconds: plan.isSelfCheck ? 0 : 5,
          seconds: plan.isSelfCheck ? 1 : 40,
        },
        async () => {
          const seconds = plan.isSelfCheck ? 0.5 : IDLE_SECONDS;
          const begunCpu = familySeconds(api.pid);
          await pause(seconds * 1_000);
          held.idleCpu = ((familySeconds(api.pid) - begunCpu) / seconds) * 100;
          held.openKib = residentKib(api.pid);
          held.neededKib = await neededKib(api.pid, inspectorPort);
        },
      );
      if (result.lost > 0)
        throw new Error(`${result.lost} of ${result.pushed} codes never came to their stream`);
      await checkInvariants(db);
      return figures(count, held, result);
    } finally {
      await api.stop();
      await db.drop();
    }
  },
};

/** Memory before the streams and with them; `openKib` holds what V8 has not collected yet, too. */
type Held = { beforeKib: number; openKib: number; neededKib: number; idleCpu: number };
type Result = { p50Ms: number; p95Ms: number; maxMs: number; pushed: number };

function figures(count: number, held: Held, result: Result): Figure[] {
  const { beforeKib, openKib, neededKib: allKib, idleCpu } = held;
  const eachKib = (allKib - beforeKib) / count;
  const allMib = openKib / 1_024;
  const many = count.toLocaleString("en");
  return [
    {
      measure: `memory of one API process with ${many} open streams`,
      value: `${allMib.toFixed(0)} MiB`,
      aim: `<= ${AIM_MEMORY_MIB} MiB`,
      isMet: allMib <= AIM_MEMORY_MIB,
      detail: `${(beforeKib / 1_024).toFixed(0)} MiB before them; ${idleCpu.toFixed(1)} % of a core while nothing happens (heartbeats, proofs)`,
    },
    {
      measure: "memory that each of them adds",
      value: `${eachKib.toFixed(1)} KiB`,
      aim: `<= ${AIM_EACH_KIB} KiB`,
      isMet: eachKib <= AIM_EACH_KIB,
      detail: `resident memory after a collection of garbage, against that after ${(count / 10).toLocaleString("en")} streams that were opened and closed; ${((openKib - beforeKib) / count).toFixed(1)} KiB with the garbage of opening them; the kernel's socket buffers come on top`,
    },
    {
      measure: `SMS pushed until its event is in the buyer's stream, ${many} open streams, ${PER_SECOND} SMS/s: p95`,
      value: `${result.p95Ms.toFixed(0)} ms`,
      aim: `<= ${AIM_P95_MS} ms`,
      isMet: result.p95Ms <= AIM_P95_MS,
      detail: `p50 ${result.p50Ms.toFixed(1)} ms, longest ${result.maxMs.toFixed(0)} ms, ${result.pushed} SMS, none lost`,
    },
  ];
}
