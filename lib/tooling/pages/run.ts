import os from "node:os";
import { type Browser, chromium } from "@playwright/test";
import { locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { ROOT } from "#lib/tooling/files.ts";
import { startProductUnderTest } from "#lib/tooling/journeys/product-under-test.ts";
import { findChromium } from "#lib/tooling/machine/chromium.ts";
import { ensureChromium } from "#lib/tooling/machine/install-chromium.ts";
import { writeSection } from "#lib/tooling/page-section.ts";
import { type BarePage, startBarePage } from "#lib/tooling/pages/bare-page.ts";
import { askLighthouse } from "#lib/tooling/pages/lighthouse.ts";
import {
  listExcesses,
  type PageFigures,
  type Scores,
  sayMachine,
  sumUp,
  toPagesTable,
  type Visit,
} from "#lib/tooling/pages/limits.ts";
import { measureServer, type ServerFigure, toServerTable } from "#lib/tooling/pages/server-time.ts";
import { visitFirst, visitUntilRefresh } from "#lib/tooling/pages/visit.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { endWithPrograms } from "#lib/tooling/programs.ts";
import { PROOFS_PAGE } from "#lib/tooling/proofs/proofs.ts";
import { ensureBuilt, ensureContentDeskBuilt } from "#lib/tooling/start/build.ts";
import { runCommand, say } from "#lib/tooling/terminal.ts";

/** No index takes it, by its own word. */
const SEARCH = "/search?q=telegram";
/** Home, all services, one, a country, the prices, the documentation, the blog, the answers to questions, and what a search finds. */
const PAGES = [
  ...["/", "/services", "/telegram", "/countries/indonesia", "/prices", "/docs", "/blog", "/faq"],
  SEARCH,
];
/** Those that ask for newer prices while they are open. */
const REFRESHED = ["/", "/telegram"];
const inAllLanguages = (pages: readonly string[]) =>
  locales.flatMap((locale) => pages.map((page) => localizedPath(locale, page)));

/** `npm run prove -- pages` starts this with its options as settings; JOURNEY_URL names a product that runs already. */
const {
  PAGES_TIMES: times = "3",
  PAGES_LIGHTHOUSE: lighthouse,
  PAGES_ONLY: only,
  JOURNEY_URL: running,
} = process.env;

type Refreshes = ReadonlyMap<string, Pick<Visit, "shift" | "moved">>;

/** The prices of all lists are refreshed at the same moment: nothing of this is timed. */
async function refreshAll(browser: Browser, url: string): Promise<Refreshes> {
  const addresses = inAllLanguages(REFRESHED);
  const found = await Promise.all(
    addresses.map((address) => visitUntilRefresh(browser, new URL(address, url).href)),
  );
  return new Map(addresses.map((address, at) => [address, found[at]!]));
}

async function measure(
  browser: Browser,
  { url, bareUrl, address }: { url: string; bareUrl: string; address: string },
  refreshes: Refreshes,
): Promise<PageFigures> {
  const page = new URL(address, url).href;
  // A first visit is the visitor's, not the server's: the page is in the front door's cache, as for everybody but one.
  const answer = await fetch(page);
  if (!answer.ok) throw new Problem(`${address} answers ${answer.status}.`);
  await answer.arrayBuffer();
  const visits: Visit[] = [];
  const bare: Visit[] = [];
  for (let time = 0; time < Number(times); time += 1) {
    visits.push(await visitFirst(browser, { url: page, listens: true }));
    bare.push(await visitFirst(browser, { url: bareUrl, listens: false }));
  }
  const scores = lighthouse ? await score(page) : null;
  const refreshed = refreshes.get(address) ?? { shift: 0, moved: [] };
  return sumUp(address, visits, { bare, refreshed, scores });
}

function score(page: string): Promise<Scores> {
  const isUnlisted = page.endsWith(SEARCH);
  return askLighthouse(page, findChromium() ?? chromium.executablePath(), { isUnlisted });
}

/** An article that the blog leads to. The proof's own start has some; a product that runs already may have none. */
async function findArticle(url: string): Promise<string[]> {
  const answer = await fetch(new URL("/blog", url));
  const [, article] = /href="(\/blog\/[a-z0-9-]+)"/.exec(await answer.text()) ?? [];
  if (!article && !running) throw new Problem("The blog leads to no article.");
  return article ? [article] : [];
}

async function measureAll(url: string, bareUrl: string): Promise<PageFigures[]> {
  const browser = await chromium.launch({
    executablePath: findChromium() ?? undefined,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic"],
  });
  try {
    const refreshes = only ? new Map() : await refreshAll(browser, url);
    const pages: PageFigures[] = [];
    for (const address of only ? [only] : inAllLanguages([...PAGES, ...(await findArticle(url))])) {
      const page = await measure(browser, { url, bareUrl, address }, refreshes);
      pages.push(page);
      const excesses = listExcesses(page).join(", ") || "ok";
      const times = `LCP ${Math.round(page.largestMs)} ms, listens at ${Math.round(page.listensMs)}`;
      const blocked = `TBT ${Math.round(page.blockedMs)} ms beside ${Math.round(page.bareBlockedMs)}`;
      say(`${address}: ${times}, ${blocked}, CLS ${page.shift.toFixed(4)}, ${excesses}`);
      for (const moved of page.moved) say(`  moved ${moved}`);
    }
    return pages;
  } finally {
    await browser.close();
  }
}

async function measureBeside(bare: BarePage): Promise<PageFigures[]> {
  const product = running ? null : await startProductUnderTest(ROOT, { hasContentDesk: true });
  try {
    return await measureAll(running ?? product!.url, bare.url);
  } finally {
    await product?.stop();
  }
}

endWithPrograms();

await runCommand(async () => {
  if (!(Number(times) >= 1))
    throw new Problem("npm run prove -- pages takes --times with a number from 1 on.");
  await ensureChromium();
  if (!running) {
    await ensureBuilt();
    // A build beside the visits would be in their times.
    await ensureContentDeskBuilt();
  }
  const bare = await startBarePage(ROOT);
  const pages = await measureBeside(bare).finally(bare.stop);
  if (only) {
    say(`\n${toPagesTable(pages)}`);
    return pages.some((page) => listExcesses(page).length > 0) ? 1 : 0;
  }
  const server: ServerFigure[] = await measureServer(ROOT);
  const table = [toPagesTable(pages), toServerTable(server)].join("\n\n");
  const machine = `${os.cpus().length} cores, ${os.cpus()[0]?.model.trim() ?? "unknown"}`;
  const visits = Number(times) === 1 ? "one visit each" : `the middle of ${times} visits`;
  const taken = `Run on ${new Date().toISOString().slice(0, 10)}; ${machine}; ${visits}. ${sayMachine(pages)}`;
  say(`\n${table}`);
  writeSection(PROOFS_PAGE, "pages", `${taken.trim()}\n\n${table}`);
  return pages.some((page) => listExcesses(page).length > 0) || server.some(({ isMet }) => !isMet) ? 1 : 0;
});
