import {
  type Benchmark,
  checkInvariants,
  type Figure,
  perSecondText,
  ratioText,
} from "#bench/ground/benchmark.ts";
import { startApi } from "#bench/ground/children.ts";
import { apiKeyOf, fillMarket } from "#bench/ground/market.ts";
import { buyForEach } from "#bench/ground/orders.ts";
import { compare } from "#bench/ground/rounds.ts";
import { startYardstick } from "#bench/ground/yardstick.ts";

const USERS = 500;
const CONNECTIONS = 32;
const AIM = 0.8;

/** What bots ask all day, against a bare node:http server with the same SELECT. */
export const polls: Benchmark = {
  name: "polls",
  run: async ({ server, load, plan }) => {
    const db = await server.createDatabase("bench_polls");
    await fillMarket(db, { users: USERS, stockPerLane: 50 });
    const orders = await buyForEach(db, USERS);
    const api = await startApi({ databaseUrl: db.url, folder: server.folder });
    const raw = await startYardstick({ kind: "reads", databaseUrl: db.url });
    try {
      const asked = (action: string, userId: number, rest: string) =>
        `/stubs/handler_api.php?api_key=${apiKeyOf(userId)}&action=${action}${rest}`;
      const balance = await measure("getBalance", {
        ours: orders.map(({ userId }) => asked("getBalance", userId, "")),
        raw: orders.map(({ userId }) => `/balance/${userId}`),
        expect: "ACCESS_BALANCE:",
      });
      const status = await measure("getStatus", {
        ours: orders.map(({ userId, id }) => asked("getStatus", userId, `&id=${id}`)),
        raw: orders.map(({ userId, id }) => `/status/${userId}/${id}`),
        expect: "STATUS_",
      });
      await checkInvariants(db);
      return [balance, status];
    } finally {
      await Promise.all([api.stop(), raw.stop()]);
      await db.drop();
    }

    async function measure(
      name: string,
      calls: { ours: string[]; raw: string[]; expect: string },
    ): Promise<Figure> {
      const run = (port: number, addresses: string[], seconds = plan.seconds) =>
        load.run({
          port,
          connections: CONNECTIONS,
          seconds,
          expect: calls.expect,
          targets: addresses.map((target) => ({ method: "GET", target, headers: {} })),
        });
      for (const warm of [1, 1]) {
        await run(api.port, calls.ours, warm * plan.seconds);
        await run(raw.port, calls.raw, warm * plan.seconds);
      }
      const result = await compare(plan.rounds, {
        subject: async () => (await run(api.port, calls.ours)).perSecond,
        yardstick: async () => (await run(raw.port, calls.raw)).perSecond,
      });
      return {
        measure: `${name} over HTTP / node:http with the same SELECT, ${CONNECTIONS} connections`,
        value: ratioText(result.ratio),
        aim: `>= ${AIM}`,
        isMet: result.ratio >= AIM,
        detail: `${perSecondText(result.subject)} against ${perSecondText(result.yardstick)}`,
      };
    }
  },
};
