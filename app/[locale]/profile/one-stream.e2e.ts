import type { Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";
import { buyNumber, QUICK_COUNTRY } from "#lib/testing/journey-numbers.ts";

/** The page's text without what only groups digits. */
async function digitsOf(page: Page): Promise<string> {
  return (await page.getByRole("main").innerText()).replaceAll(/[^\d\n]/g, "");
}

test("two tabs of one person live from one stream, and the second goes on alone when the first is closed", async ({
  page,
  context,
  newPerson,
}) => {
  const streams: string[] = [];
  context.on("request", (request) => {
    if (request.url().includes("/api/stream")) streams.push(request.url());
  });
  await logIn(page, await newPerson());
  await expect.poll(() => streams.length).toBe(1);
  const second = await context.newPage();
  const lists: string[] = [];
  second.on("request", (request) => {
    if (request.url().endsWith("/api/activations")) lists.push(request.url());
  });
  await second.goto("/profile");
  await expect(second.getByRole("heading", { level: 1 })).toBeVisible();

  const { number: first } = await buyNumber(page, QUICK_COUNTRY);
  for (const tab of [page, second]) await expect.poll(() => digitsOf(tab)).toContain(first);
  expect(streams).toHaveLength(1);

  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  // It takes up where the first tab stopped.
  expect(streams[1]).toContain("Last-Event-ID=");
  const asked = lists.length;
  const { number: next } = await buyNumber(second, QUICK_COUNTRY);
  await expect.poll(() => digitsOf(second)).toContain(next);
  // Told, not asked for.
  expect(lists.length).toBe(asked);
});
