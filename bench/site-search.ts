import { type Benchmark, checkInvariants, type Figure } from "#bench/harness/benchmark.ts";
import { purchaseTargets, readServiceCodes } from "#bench/harness/buying.ts";
import { startApi } from "#bench/harness/children.ts";
import { fillMarket } from "#bench/harness/market.ts";
import { fillTexts } from "#bench/harness/texts.ts";
import { searchSite } from "#features/content/site-search/site-search.reads.ts";
import { hitsShown } from "#features/content/site-search/site-search.rules.ts";
import { createDb, type Db } from "#lib/db/pool.ts";
import { type Locale, locales } from "#lib/i18n/locales.ts";

const AIM_P95_MS = 50;
const USERS = 200;
const BUYERS = 8;
const SEARCHERS = 2;

type Question = { readonly locale: Locale; readonly text: string };

/** The search of the site at 12,000 texts (2,000 documents in six languages), alone and beside purchases. */
export const siteSearch: Benchmark = {
  name: "site-search",
  run: async ({ server, load, plan }) => {
    const documents = plan.isSelfCheck ? 20 : 2_000;
    const database = await server.createDatabase("bench_site_search");
    await fillMarket(database, { users: USERS, stockPerOffer: plan.isSelfCheck ? 50 : 2_500 });
    await readServiceCodes(database);
    const questions = questionsFrom(await fillTexts(database.owner, documents));
    const db = createDb(database.url, { max: SEARCHERS, applicationName: "bench search" });
    const api = await startApi({ databaseUrl: database.url, folder: server.folder });
    const seconds = plan.isSelfCheck ? plan.seconds : plan.seconds * 5;
    try {
      await search(db, questions, seconds);
      const alone = await search(db, questions, seconds);
      const [beside, bought] = await Promise.all([
        search(db, questions, seconds),
        load.run({
          port: api.port,
          connections: BUYERS,
          seconds,
          targets: purchaseTargets("spread", USERS),
          expect: "ACCESS_NUMBER:",
        }),
      ]);
      await checkInvariants(database);
      const of = `search of the site, ${documents * locales.length} texts, ${SEARCHERS} at a time`;
      return [
        figureOf(`${of}: p95`, alone, ""),
        figureOf(
          `${of}, beside purchases of ${BUYERS} clients: p95`,
          beside,
          `; ${Math.round(bought.perSecond)} purchases/s`,
        ),
      ];
    } finally {
      await api.stop();
      await db.close();
      await database.drop();
    }
  },
};

/** Whole titles, their words, beginnings of words, single letters, and words with two letters that changed places. */
function questionsFrom(titles: Record<Locale, string[]>): Question[] {
  return locales.flatMap((locale) =>
    titles[locale].slice(0, 60).flatMap((title, at) => {
      const words = title.split(/[\s，。、]+/).filter((word) => word.length > 1);
      const word = words[at % words.length] ?? title;
      const texts = [
        title,
        word,
        word.slice(0, 2),
        word.slice(0, 1),
        `${word} ${words[0]}`,
        word.slice(1) + word.slice(0, 1),
      ];
      return [{ locale, text: texts[at % texts.length] ?? word }];
    }),
  );
}

/** Milliseconds that each search took, shortest first. */
async function search(db: Db, questions: readonly Question[], seconds: number): Promise<number[]> {
  const tookMs: number[] = [];
  const untilMs = performance.now() + seconds * 1_000;
  let next = 0;
  const searcher = async () => {
    while (performance.now() < untilMs) {
      const question = questions[next % questions.length] as Question;
      next += 7;
      const begunMs = performance.now();
      await searchSite(db, { ...question, tab: "all", most: hitsShown.ofEach });
      tookMs.push(performance.now() - begunMs);
    }
  };
  await Promise.all(Array.from({ length: SEARCHERS }, searcher));
  return tookMs.toSorted((a, b) => a - b);
}

function figureOf(measure: string, tookMs: readonly number[], more: string): Figure {
  const at = (share: number) => tookMs[Math.min(tookMs.length - 1, Math.floor(tookMs.length * share))] ?? 0;
  const p95 = at(0.95);
  return {
    measure,
    value: `${p95.toFixed(0)} ms`,
    aim: `<= ${AIM_P95_MS} ms`,
    isMet: p95 <= AIM_P95_MS,
    detail: `p50 ${at(0.5).toFixed(1)} ms, longest ${at(1).toFixed(0)} ms, ${tookMs.length} searches${more}`,
  };
}
