import http from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import {
  type BenchContext,
  type Benchmark,
  checkInvariants,
  type Figure,
  perSecondText,
  ratioText,
} from "#bench/harness/benchmark.ts";
import { startWorker } from "#bench/harness/children.ts";
import { fillMarket, SUPPLIER_ID } from "#bench/harness/market.ts";
import { compare, median } from "#bench/harness/rounds.ts";
import type { BenchDb } from "#bench/harness/server.ts";
import { readPage, requireBuild, type Site, startSite } from "#bench/harness/site.ts";
import { startFileServer } from "#bench/harness/yardstick.ts";

const CONNECTIONS = 32;
const AIM_RATIO = 0.5;
const AIM_SECONDS = 1.5;
const GZIP = { "accept-encoding": "gzip" };
/** Telegram, which the home page shows first. */
const SHOWN_SERVICE = 52;

/** The home page for guests: how fast it is served, and how soon it shows a new price. */
export const homePage: Benchmark = {
  name: "home-page",
  run: async (context) => {
    const { server, plan } = context;
    await requireBuild(plan.isSelfCheck);
    const db = await server.createDatabase("bench_home");
    await fillMarket(db, {
      users: 1,
      ...(plan.isSelfCheck ? { stockPerOffer: 5 } : { countries: 200, stockPerOffer: 20 }),
    });
    const site = await startSite(db.url, server.folder);
    try {
      const speed = await measureSpeed(context, site);
      const delay = await measurePriceChange(context, site, db);
      await checkInvariants(db);
      return [speed, delay];
    } finally {
      await site.stop();
      await db.drop();
    }
  },
};

async function measureSpeed({ server, load, plan }: BenchContext, site: Site): Promise<Figure> {
  await readPage(`${site.url}/`);
  const body = await rawBody(site.api.port);
  const headers = { "content-type": "text/html; charset=utf-8", "content-encoding": "gzip", etag: '"1"' };
  const files = await startFileServer(server.folder, body, headers);
  try {
    const run = async (port: number) =>
      load.run({
        port,
        connections: CONNECTIONS,
        seconds: plan.seconds,
        expect: "",
        targets: [{ method: "GET", target: "/", headers: GZIP }],
      });
    if (!plan.isSelfCheck) for (const { port } of [site.api, files]) await run(port);
    const result = await compare(plan.rounds, {
      subject: async () => (await run(site.api.port)).perSecond,
      yardstick: async () => (await run(files.port)).perSecond,
    });
    return {
      measure: `home page through the front door / the same bytes by ${files.name}, ${CONNECTIONS} connections`,
      value: ratioText(result.ratio),
      aim: `>= ${AIM_RATIO}`,
      isMet: result.ratio >= AIM_RATIO,
      detail: `${perSecondText(result.subject)} against ${perSecondText(result.yardstick)}; ${Math.round(body.length / 1024)} KB packed`,
    };
  } finally {
    await files.stop();
  }
}

/** The page as it travels, packed. */
function rawBody(port: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: "127.0.0.1", port, path: "/", headers: GZIP }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => resolve(Buffer.concat(chunks)));
    });
    request.on("error", reject);
  });
}

/** A supplier's new cost: sweep, new offers, notice, dropped copy, new copy. The page is asked for every 20 ms. */
async function measurePriceChange({ server, plan }: BenchContext, site: Site, db: BenchDb): Promise<Figure> {
  const worker = await startWorker({ databaseUrl: db.url, folder: server.folder });
  const tookMs: number[] = [];
  try {
    for (let change = 1; change <= (plan.isSelfCheck ? 1 : 15); change += 1) {
      // At any moment of the sweep's second.
      if (!plan.isSelfCheck) await pause(1_500 + Math.random() * 1_000);
      const retail = await changeCosts(db, 1_000 + change * 17);
      const begunMs = performance.now();
      while (!(await readPage(`${site.url}/`)).includes(String(retail))) {
        if (performance.now() - begunMs > 20_000) throw new Error(`The page never showed ${retail} kopecks`);
        await pause(20);
      }
      tookMs.push(performance.now() - begunMs);
    }
  } finally {
    await worker.stop();
  }
  const seconds = median(tookMs) / 1_000;
  return {
    measure: "a supplier's new cost until the home page shows the price, median",
    value: `${seconds.toFixed(2)} s`,
    aim: `<= ${AIM_SECONDS} s`,
    isMet: seconds <= AIM_SECONDS,
    detail: `${tookMs.length} changes, longest ${(Math.max(...tookMs) / 1_000).toFixed(2)} s`,
  };
}

/** Answers the retail price in kopecks that follows: the page's data carries it as a number. */
async function changeCosts(db: BenchDb, costKopecks: number): Promise<number> {
  await db.owner.query({
    text: "update supply_offers set cost_kopecks = $1, reported_at = app_now() where supplier_id = $2 and service_id = $3",
    values: [costKopecks, SUPPLIER_ID, SHOWN_SERVICE],
  });
  return costKopecks + Math.ceil((costKopecks * 4_000) / 10_000);
}
