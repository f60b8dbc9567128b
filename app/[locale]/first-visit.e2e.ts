import { expect, test } from "#lib/testing/journey.ts";

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
] as const)
  for (const path of ["/", "/telegram", "/es/prices", "/ru", "/hi/telegram"])
    test(`a first visit of ${path} waits for its content, not for the cookie notice, on ${device}`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await page.goto(path);
      // The notice is in the page itself and is seen without any script of the page.
      await expect(page.locator("aside.cookie-notice")).toBeVisible();
      await page.waitForLoadState("networkidle");
      const found = await page.evaluate(largest);
      expect(found.isNotice, found.text).toBe(false);
    });
