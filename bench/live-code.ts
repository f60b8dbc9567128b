import { type Benchmark, checkInvariants } from "#bench/harness/benchmark.ts";
import { startApi } from "#bench/harness/children.ts";
import { apiKeyOf, fillMarket, PUSH_KEY } from "#bench/harness/market.ts";
import { buyForEach } from "#bench/harness/orders.ts";
import { runStreams } from "#bench/harness/streams.ts";

const STREAMS = 200;
const AIM_P95_MS = 200;

/** From a partner's PUSH_SMS to the event with the code in the buyer's open stream. */
export const liveCode: Benchmark = {
  name: "live-code",
  run: async ({ server, plan }) => {
    const streams = plan.isSelfCheck ? 20 : STREAMS;
    const db = await server.createDatabase("bench_live_code");
    await fillMarket(db, { users: streams, stockPerOffer: 20 });
    const orders = (await buyForEach(db, streams)).map((order) => ({
      ...order,
      key: apiKeyOf(order.userId),
    }));
    const api = await startApi({ databaseUrl: db.url, folder: server.folder });
    try {
      const perSecond = 50;
      const seconds = plan.isSelfCheck ? 1 : 15;
      const warmUpSeconds = plan.isSelfCheck ? 0 : 5;
      const result = await runStreams({
        port: api.port,
        orders,
        pushKey: PUSH_KEY,
        perSecond,
        warmUpSeconds,
        seconds,
      });
      if (result.lost > 0)
        throw new Error(`${result.lost} of ${result.pushed} codes never came to their stream`);
      await checkInvariants(db);
      const { p50Ms, p95Ms, maxMs, pushed } = result;
      return [
        {
          measure: `SMS pushed until its event is in the buyer's stream, ${streams} open streams, ${perSecond} SMS/s: p95`,
          value: `${p95Ms.toFixed(0)} ms`,
          aim: `<= ${AIM_P95_MS} ms`,
          isMet: p95Ms <= AIM_P95_MS,
          detail: `p50 ${p50Ms.toFixed(1)} ms, longest ${maxMs.toFixed(0)} ms, ${pushed} SMS, none lost`,
        },
      ];
    } finally {
      await api.stop();
      await db.drop();
    }
  },
};
