import { expect, test } from "#lib/testing/journey.ts";
import { SEEN_SHIFT } from "#lib/tooling/pages/limits.ts";
import { watchRequests } from "#lib/tooling/pages/quiet.ts";
import { readSeen, visitUntilRefresh, watchPaints } from "#lib/tooling/pages/visit.ts";

/** What is the largest thing of a page, as the browser tells it once it has been painted. */
const largest = () =>
  new Promise<{ isNotice: boolean; text: string }>((resolve) => {
    new PerformanceObserver((list) => {
      const last = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null };
      resolve({
        isNotice: last.element?.closest("aside") !== null && last.element?.closest("aside") !== undefined,
        text: last.element?.textContent?.slice(0, 80) ?? "",
      });
    }).observe({ type: "largest-contentful-paint", buffered: true });
  });

for (const [device, size] of [
  ["a phone", { width: 390, height: 844 }],
  ["a desktop", { width: 1440, height: 900 }],
] as const) {
  for (const path of ["/", "/telegram", "/es/prices", "/ru", "/hi/telegram"])
    test(`a first visit of ${path} waits for its content, not for the cookie notice, on ${device}`, async ({
      page,
    }) => {
      const untilQuiet = watchRequests(page);
      await page.setViewportSize(size);
      await page.goto(path);
      // The notice is in the page itself and is seen without any script of the page.
      await expect(page.locator("aside.cookie-notice")).toBeVisible();
      await untilQuiet();
      const found = await page.evaluate(largest);
      expect(found.isNotice, found.text).toBe(false);
    });

  for (const path of ["/", "/telegram", "/es/prices", "/ru", "/hi/telegram", "/countries/indonesia", "/tr"])
    test(`on a first visit of ${path} nothing moves under its reader on ${device}`, async ({
      page,
      context,
    }) => {
      await watchPaints(context);
      const untilQuiet = watchRequests(page);
      await page.setViewportSize(size);
      await page.goto(path);
      await untilQuiet();
      const { shift, moved } = await readSeen(page);
      expect(shift, moved.join("\n")).toBeLessThan(SEEN_SHIFT);
    });

  for (const path of ["/", "/ru", "/tr"])
    test(`a first visit of ${path} asks once for each font that its page names ahead, on ${device}`, async ({
      page,
    }) => {
      const asked: string[] = [];
      page.on("request", (request) => {
        if (request.resourceType() === "font") asked.push(new URL(request.url()).pathname);
      });
      const untilQuiet = watchRequests(page);
      await page.setViewportSize(size);
      await page.goto(path);
      await untilQuiet();
      const ahead = await page
        .locator("head link[rel=preload][as=font]")
        .evaluateAll((links) => links.map((one) => one.getAttribute("href") ?? ""));
      expect(ahead.length).toBeGreaterThan(1);
      // Names of services have letters of every script: their fonts are asked for too, and wait for the next page.
      expect(asked.filter((address) => ahead.includes(address)).toSorted()).toEqual(ahead.toSorted());
    });
}

test("a first visit of home is drawn before any of its scripts is loaded, and listens afterwards", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const count = () => document.querySelectorAll("script[src][async]").length;
    requestAnimationFrame(() => Object.assign(window, { scriptsAtFirstFrame: count() }));
  });
  await page.goto("/");
  await expect(page.locator("html[data-listening]")).toBeVisible();
  const scripts = await page.evaluate(() => ({
    atFirstFrame: (window as unknown as { scriptsAtFirstFrame: number }).scriptsAtFirstFrame,
    now: document.querySelectorAll("script[src][async]").length,
    // React loads what it does not find: each file of script stands in the page once.
    twice: [...document.querySelectorAll("script[src]")]
      .map((one) => one.getAttribute("src"))
      .filter((src, at, all) => all.indexOf(src) !== at),
  }));
  expect(scripts.atFirstFrame).toBe(0);
  expect(scripts.now).toBeGreaterThan(3);
  expect(scripts.twice).toEqual([]);
});

test("prices that are refreshed under a reader on a phone move nothing at home and on the page of a service", async ({
  browser,
  baseURL,
}) => {
  const paths = ["/", "/telegram", "/es"];
  // Each page asks for its prices half a minute after it came: together they take one half minute.
  const visits = await Promise.all(
    paths.map((path) => visitUntilRefresh(browser, new URL(path, baseURL).href)),
  );
  for (const [at, { shift, moved }] of visits.entries())
    expect(shift, [paths[at], ...moved].join("\n")).toBeLessThan(SEEN_SHIFT);
});
