import type { Browser, BrowserContext, Page } from "@playwright/test";
import type { Visit } from "#lib/tooling/pages/limits.ts";
import { watchRequests } from "#lib/tooling/pages/quiet.ts";

/** Lighthouse's slow 4G, in milliseconds and bytes a second, and its middling phone's processor. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const SLOWDOWN = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

type Seen = Pick<Visit, "largestMs" | "largest" | "shift" | "moved">;
type LargestPaint = PerformanceEntry & { element: Element | null };
type Shift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** Makes every page of the context keep what it paints last and what moves; `readSeen` returns it. */
export async function watchPaints(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const seen = { largestMs: 0, largest: "", shift: 0, moved: [] as string[] };
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

/** Visits an address once on a phone on slow 4G, with an empty cache and without any cookie. */
export async function visitFirst(browser: Browser, url: string): Promise<Visit> {
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
    await page.goto(url, { waitUntil: "load" });
    await untilQuiet();
    return { ...(await readSeen(page)), requests, bytes };
  } finally {
    await context.close();
  }
}
