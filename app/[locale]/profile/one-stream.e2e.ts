import type { Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

/** A country of the journeys' SIM bank whose codes come at once. */
const QUICK_COUNTRY = 6;

/** Buys as a program of the same person would; answers the order's id. */
async function buy(page: Page): Promise<number> {
  const answer = await page.request.post(`/api/sms-users/get-number/${QUICK_COUNTRY}/tg`, {
    headers: { "idempotency-key": crypto.randomUUID(), origin: new URL(page.url()).origin },
  });
  const { activation } = (await answer.json()) as { activation: { id: number } };
  return activation.id;
}

/** The digits of the number of an order. */
async function numberOf(page: Page, id: number): Promise<string> {
  const answer = await page.request.get(`/api/activations/${id}`);
  return ((await answer.json()) as { number: string }).number;
}

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

  const first = await numberOf(page, await buy(page));
  for (const tab of [page, second]) await expect.poll(() => digitsOf(tab)).toContain(first);
  expect(streams).toHaveLength(1);

  await page.close();
  await expect.poll(() => streams.length).toBe(2);
  // It takes up where the first tab stopped.
  expect(streams[1]).toContain("Last-Event-ID=");
  const asked = lists.length;
  const next = await numberOf(second, await buy(second));
  await expect.poll(() => digitsOf(second)).toContain(next);
  // Told, not asked for.
  expect(lists.length).toBe(asked);
});
