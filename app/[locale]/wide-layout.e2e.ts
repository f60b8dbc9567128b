import type { Locator, Page } from "@playwright/test";
import { WIDE_LAYOUT } from "#features/site/appearance.rules.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

/** What the page is at most wide with the wide layout, and without it. */
const WIDE_PX = 1_800;
const FRAME_PX = 1_400;

/** Home as it comes where the operator runs the experiment, which the default start does not. */
async function runExperiment(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === "/",
    async (route) => {
      if (route.request().resourceType() !== "document") return route.fallback();
      const answer = await route.fetch();
      const body = (await answer.text()).replace("<html ", '<html data-may-be-wide="" ');
      await route.fulfill({ response: answer, body });
    },
  );
}

/** A visitor who was tossed into a group of the experiment. */
async function toss(page: Page, isWide: boolean): Promise<void> {
  await page.context().addCookies([{ name: WIDE_LAYOUT, value: String(isWide), url: demo.url }]);
}

/** From where to where something reaches across the window, in whole pixels. */
async function spanOf(part: Locator): Promise<{ x: number; width: number }> {
  const box = await part.boundingBox();
  if (!box) throw new Error("It is not laid out");
  return { x: Math.round(box.x), width: Math.round(box.width) };
}

/** The frames of the header and of what stands below it. */
function frameSpans(page: Page) {
  const frames = [page.getByRole("banner").locator(".frame"), page.getByRole("main").locator(".number-page")];
  return Promise.all(frames.map(spanOf));
}

const beyondWindow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

for (const width of [1_800, 2_200])
  test(`the wide layout has all services in a column beside the prices, in one frame, on a window of ${width} px`, async ({
    page,
  }) => {
    await runExperiment(page);
    await toss(page, true);
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const frame = { x: (width - WIDE_PX) / 2, width: WIDE_PX };
    expect(await frameSpans(page)).toEqual([frame, frame]);

    const main = page.getByRole("main");
    const column = main.getByRole("list", { name: "Service", exact: true });
    await expect(column).toBeInViewport();
    // The twelve best known stand there until all services have come.
    await expect.poll(() => column.getByRole("link").count()).toBeGreaterThan(12);
    const services = await spanOf(column);
    const prices = await spanOf(main.locator("ul[data-rows]"));
    expect(services.x).toBeGreaterThanOrEqual(frame.x);
    expect(services.x + services.width).toBeLessThan(prices.x);
    expect(prices.x + prices.width).toBeLessThanOrEqual(frame.x + frame.width);
    expect(await page.evaluate(beyondWindow)).toBe(0);
  });

test("who is not in the group of the wide layout keeps the frame of all pages while the experiment runs", async ({
  page,
}) => {
  await runExperiment(page);
  await toss(page, false);
  await page.setViewportSize({ width: WIDE_PX, height: 900 });
  await page.goto("/");
  const frame = { x: (WIDE_PX - FRAME_PX) / 2, width: FRAME_PX };
  expect(await frameSpans(page)).toEqual([frame, frame]);
});
