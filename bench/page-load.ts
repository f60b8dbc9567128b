import { type Benchmark, checkInvariants, ratioText } from "#bench/harness/benchmark.ts";
import { Load } from "#bench/harness/load.ts";
import { apiKeyOf, fillMarket } from "#bench/harness/market.ts";
import { compare } from "#bench/harness/rounds.ts";
import { requireBuild, startSite } from "#bench/harness/site.ts";

const USERS = 200;
const CONNECTIONS = 8;
const PAGE_READERS = 4;
const AIM = 2;

/** How much slower the API answers while the renderer is busy with pages that are not kept. */
export const pageLoad: Benchmark = {
  name: "page-load",
  run: async ({ server, load, plan }) => {
    await requireBuild(plan.isSelfCheck);
    const db = await server.createDatabase("bench_page_load");
    await fillMarket(db, {
      users: USERS,
      ...(plan.isSelfCheck ? { stockPerOffer: 5 } : { countries: 200, stockPerOffer: 20 }),
    });
    const site = await startSite(db.url, server.folder);
    const readers = new Load();
    const port = site.api.port;
    const seconds = plan.isSelfCheck ? plan.seconds : plan.seconds * 2;
    // A referral link's visit sets a cookie, so the front door renders it anew each time.
    const pages = Array.from({ length: 50 }, (_, index) => ({
      method: "GET",
      target: `/?r=bench${index}`,
      headers: {},
    }));
    const readPages = () =>
      readers.run({ port, connections: PAGE_READERS, seconds: seconds + 0.2, targets: pages, expect: "" });
    const askBalances = async () => {
      const targets = Array.from({ length: USERS }, (_, index) => ({
        method: "GET",
        target: `/stubs/handler_api.php?api_key=${apiKeyOf(index + 1)}&action=getBalance`,
        headers: {},
      }));
      const run = { port, connections: CONNECTIONS, seconds, targets, expect: "ACCESS_BALANCE:" };
      return (await load.run(run)).p50Ms;
    };
    let rendered = 0;
    try {
      if (!plan.isSelfCheck) await Promise.all([readPages(), askBalances()]);
      const result = await compare(plan.rounds, {
        subject: async () => {
          const [read, p50] = await Promise.all([readPages(), askBalances()]);
          rendered = read.perSecond;
          return p50;
        },
        yardstick: askBalances,
      });
      await checkInvariants(db);
      return [
        {
          measure: `p50 of getBalance while ${PAGE_READERS} readers load pages that are not kept / idle, ${CONNECTIONS} connections`,
          value: ratioText(result.ratio),
          aim: `<= ${AIM}`,
          isMet: result.ratio <= AIM,
          detail: `${result.subject.toFixed(2)} ms against ${result.yardstick.toFixed(2)} ms; ${rendered.toFixed(0)} pages/s rendered`,
        },
      ];
    } finally {
      await readers.stop();
      await site.stop();
      await db.drop();
    }
  },
};
