import { type Benchmark, checkInvariants, type Figure } from "#bench/harness/benchmark.ts";
import { purchaseTargets, readServiceCodes } from "#bench/harness/buying.ts";
import { Load } from "#bench/harness/load.ts";
import { COUNTRIES, fillMarket, SERVICES } from "#bench/harness/market.ts";
import { median } from "#bench/harness/rounds.ts";
import type { BenchDb } from "#bench/harness/server.ts";
import { requireBuild, startSite } from "#bench/harness/site.ts";

const USERS = 200;
const BUYERS = 8;
const AIM_MS = 150;

type Kind = { readonly name: string; readonly folder: string; readonly slugs: readonly string[] };

/** What the server needs for a page that nobody has asked for before, while numbers are bought. */
export const pageTime: Benchmark = {
  name: "page-time",
  run: async ({ server, load, plan }) => {
    await requireBuild(plan.isSelfCheck);
    const db = await server.createDatabase("bench_page_time");
    await fillMarket(db, {
      users: USERS,
      ...(plan.isSelfCheck
        ? { stockPerOffer: 5, hotStock: 5_000 }
        : { countries: 200, stockPerOffer: 20, hotStock: 200_000 }),
    });
    await readServiceCodes(db);
    const site = await startSite(db.url, server.folder);
    const readers = new Load();
    const port = site.api.port;
    const purchases = purchaseTargets("hot", USERS);

    const measure = async ({ name, folder, slugs }: Kind): Promise<Figure> => {
      // A referral link's visit sets a cookie, so the front door renders it anew each time.
      const targets = slugs.map((slug, at) => ({
        method: "GET",
        target: `${folder}/${slug}?r=bench${at}`,
        headers: {},
      }));
      const read = () =>
        readers.run({ port, connections: 1, seconds: plan.seconds * 2, targets, expect: "" });
      if (!plan.isSelfCheck) await read();
      const p95s: number[] = [];
      const bought: number[] = [];
      for (let round = 0; round < plan.rounds; round += 1) {
        const [pages, buys] = await Promise.all([
          read(),
          load.run({
            ...{ port, connections: BUYERS, seconds: plan.seconds * 2, targets: purchases },
            expect: "ACCESS_NUMBER:",
          }),
        ]);
        p95s.push(pages.p95Ms);
        bought.push(buys.perSecond);
      }
      const p95 = median(p95s);
      return {
        measure: `${name} page that is not kept, while ${BUYERS} buyers buy without a pause: p95`,
        value: `${Math.round(p95)} ms`,
        aim: `<= ${AIM_MS} ms`,
        isMet: p95 <= AIM_MS,
        detail: `${Math.round(Math.min(...p95s))} to ${Math.round(Math.max(...p95s))} ms in ${plan.rounds} rounds; ${Math.round(median(bought))} purchases/s beside them`,
      };
    };
    try {
      const figures = [
        await measure({ name: "service", folder: "", slugs: await slugsOf(db, "services") }),
        await measure({ name: "country", folder: "/countries", slugs: await slugsOf(db, "countries") }),
      ];
      await checkInvariants(db);
      return figures;
    } finally {
      await readers.stop();
      await site.stop();
      await db.drop();
    }
  },
};

/** Those of the market that the pages are about. */
async function slugsOf(db: BenchDb, table: "services" | "countries"): Promise<string[]> {
  const { from, to } = table === "services" ? SERVICES : COUNTRIES;
  const { rows } = await db.owner.query<{ slug: string }>({
    text: `select slug from catalogue_${table} where id between $1 and $2 order by id`,
    values: [from, to],
  });
  return rows.map(({ slug }) => slug);
}
