import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Visit } from "#lib/tooling/pages/limits.ts";
import { watchRequests } from "#lib/tooling/pages/quiet.ts";

/** Lighthouse's slow 4G, in milliseconds and bytes a second, and its middling phone's processor. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWDOWN = 4;
/** The list that a page asks for when the prices it came with are half a minute old. */
const PRICES = "**/api/country/get-prices/**";
const REFRESHED_WITHIN_MS = 120_000;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** From this many milliseconds on a task keeps a press waiting. */
const LONG_TASK_MS = 50;

type Seen = Pick<Visit, "largestMs" | "largest" | "listensMs" | "shift" | "moved"> & {
  /** When each long task began and how long it took, and when something was painted first. */
  readonly tasks: readonly (readonly [startMs: number, tookMs: number])[];
  readonly paintedMs: number;
};
type LargestPaint = PerformanceEntry & { element: Element | null };
type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Makes every page of the context keep what it paints last and what moves; `readSeen` returns it. */
export async function watchPaints(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = {
      ...{ largestMs: 0, largest: "", listensMs: 0, shift: 0, moved: [] as string[] },
      ...{ tasks: [] as [number, number][], paintedMs: 0 },
    };
    const nameOf = (node: Node | null) =>
      `${node?.nodeName.toLowerCase() ?? "gone"}: ${node?.textContent?.trim().replace(/\s+/g, " ").slice(0, 40) ?? ""}`;
    const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => {
        list.getEntries().forEach(take);
      }).observe({ type, buffered: true });
    watch("largest-contentful-paint", (entry) => {
      seen.largestMs = entry.startTime;
      seen.largest = nameOf((entry as LargestPaint).element);
    });
    new MutationObserver(() => {
      seen.listensMs ||= performance.now();
    }).observe(document, { attributeFilter: ["data-listening"], subtree: true });
    watch("longtask", ({ startTime, duration }) => seen.tasks.push([startTime, duration]));
    watch("paint", ({ name, startTime }) => {
      if (name === "first-contentful-paint") seen.paintedMs = startTime;
    });
    watch("layout-shift", (entry) => {
      const { value, hadRecentInput, sources } = entry as Shift;
      if (hadRecentInput) return;
      seen.shift += value;
      const placeOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(" ");
      seen.moved.push(
        ...sources.map(
          ({ node, previousRect, currentRect }) =>
            `${value.toFixed(4)} ${nameOf(node)} (${placeOf(previousRect)} to ${placeOf(currentRect)})`,
        ),
      );
    });
    Object.assign(window, { seenOfVisit: seen });
  });
}

/** What a page of a context with `watchPaints` has kept. */
export async function readSeen(page: Page): Promise<Seen> {
  // The browser hands out what it has painted with the next frames.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(() => (window as unknown as { seenOfVisit: Seen }).seenOfVisit);
}

/** Total blocking time: of each long task after the first paint what is beyond 50 ms. */
export function sumBlocked({ tasks, paintedMs }: Pick<Seen, "tasks" | "paintedMs">): number {
  const blocked = tasks.map(([startMs, tookMs]) => {
    const countedMs = startMs + tookMs - Math.max(startMs, paintedMs);
    return Math.max(0, countedMs - LONG_TASK_MS);
  });
  return blocked.reduce((sum, ms) => sum + ms, 0);
}

/** Whether the HTML as it came has an element of that name whose text begins so. */
function isInHtml(page: Page, html: string, largest: string): Promise<boolean> {
  return page.evaluate(
    ({ html, largest }) => {
      const [name = "", ...words] = largest.split(": ");
      const begins = words.join(": ");
      const textOf = (one: Element) => (one.textContent ?? "").trim().replace(/\s+/g, " ");
      const made = new DOMParser().parseFromString(html, "text/html");
      return [...made.getElementsByTagName(name)].some((one) => textOf(one).startsWith(begins));
    },
    { html, largest },
  );
}

/** A slow machine runs a page's scripts long after it has them. */
const LISTENS_WITHIN_MS = 60_000;

/** Waits until the page acts upon presses, where it says so, and nothing is left for the processor to do. */
async function untilIdle(page: Page, listens: boolean): Promise<void> {
  if (listens) {
    const isListening = () => document.documentElement.dataset.listening !== undefined;
    await page.waitForFunction(isListening, null, { timeout: LISTENS_WITHIN_MS });
  }
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/**
 * Visits an address once on a phone on slow 4G, with an empty cache and without any cookie. A page that `listens` says so in
 * `data-listening`; one that does not within a minute is an error.
 */
export async function visitFirst(
  browser: Browser,
  { url, listens }: { url: string; listens: boolean },
): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, locale: "en-US", timezoneId: "UTC" });
  try {
    await watchPaints(context);
    const page = await context.newPage();
    const untilQuiet = watchRequests(page);
    const tools = await context.newCDPSession(page);
    let requests = 0;
    let bytes = 0;
    tools.on("Network.requestWillBeSent", ({ request }) => {
      if (!request.url.startsWith("data:")) requests += 1;
    });
    tools.on("Network.loadingFinished", ({ encodedDataLength }) => {
      bytes += encodedDataLength;
    });
    await tools.send("Network.enable");
    await tools.send("Network.emulateNetworkConditions", SLOW_4G);
    await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
    const answer = await page.goto(url, { waitUntil: "load" });
    await untilQuiet();
    await untilIdle(page, listens);
    const { tasks, paintedMs, ...seen } = await readSeen(page);
    const isLargestInHtml = await isInHtml(page, (await answer?.text()) ?? "", seen.largest);
    const blockedMs = sumBlocked({ tasks, paintedMs });
    return { ...seen, isLargestInHtml, blockedMs, requests, bytes };
  } finally {
    await context.close();
  }
}

/** A row of a list of prices as the API spells it, as far as it is needed here. */
type Row = { readonly name: string; readonly price: number; readonly count: number };
/** A row as the page shows it. */
type ShownRow = { readonly name: string; readonly priceKopecks: number };

function readRows(page: Page): Promise<ShownRow[]> {
  return page.locator("ul[data-rows] > li").evaluateAll((rows) =>
    rows.map((row) => ({
      name: row.querySelector("p .truncate")?.textContent ?? "",
      priceKopecks: Number(row.querySelector("[data-buy]")?.getAttribute("data-buy")),
    })),
  );
}

/**
 * The page's rows with prices and counts that are eleven times as long. Others buy and sell meanwhile: a row that the answer no longer
 * has stays by a country that nobody knows, and one that is new in it is left out.
 */
export function lengthenRows(shown: readonly ShownRow[], answered: readonly Row[]): Row[] {
  const byName = new Map(answered.map((row) => [row.name, row]));
  return shown.map(({ name, priceKopecks }, at) => {
    const row = byName.get(name) ?? { ...answered[0], count: 100, country_external_id: -at - 1 };
    return { ...row, name, price: (priceKopecks * 11) / 100, count: row.count * 11 };
  });
}

/**
 * Stays on a page until its list of prices has been refreshed once, with longer prices and counts in the same rows, and returns what
 * has moved. Throws when the list is not refreshed.
 */
export async function visitUntilRefresh(
  browser: Browser,
  url: string,
): Promise<Pick<Visit, "shift" | "moved">> {
  const context = await browser.newContext({ ...PHONE, locale: "en-US", timezoneId: "UTC" });
  try {
    await watchPaints(context);
    const page = await context.newPage();
    await page.route(PRICES, async (route) => {
      const answer = await route.fetch();
      const json = lengthenRows(await readRows(page), (await answer.json()) as Row[]);
      await route.fulfill({ response: answer, json });
    });
    const untilQuiet = watchRequests(page);
    await Promise.all([
      page.waitForResponse(PRICES, { timeout: REFRESHED_WITHIN_MS }),
      page.goto(url, { waitUntil: "load" }),
    ]);
    await untilQuiet();
    const { shift, moved } = await readSeen(page);
    return { shift, moved };
  } finally {
    await context.close();
  }
}
