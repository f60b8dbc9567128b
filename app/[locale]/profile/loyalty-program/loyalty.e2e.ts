import type { Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

type Loyalty = { totalKopecks: number; rank: number; welcome: { state: string; bonusKopecks: number } };

const TOP_UP = 150_000;

const read = async <T>(page: Page, path: string) => (await (await page.request.get(path)).json()) as T;
const loyaltyOf = (page: Page) => read<Loyalty>(page, "/api/loyalty");
const balanceOf = (page: Page) => read<number>(page, "/api/sms-users/balance");

test("a first large top-up brings the bonus that was shown before, and a rank for the week", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson({ roubles: 0 }));
  const [before, balance] = [await loyaltyOf(page), await balanceOf(page)];
  expect(before.welcome.state).toBe("open");

  await page.goto("/profile/pay");
  await page.getByRole("radio", { name: "Test card" }).check();
  await page.getByLabel("Amount, ₽").fill("1500");
  await expect(page.getByText(/welcome bonus \(10%\)/)).toBeVisible();
  await expect(page.getByText(/Cashback for this week on Monday/)).toBeVisible();
  await page.getByRole("main").locator("button[type=submit]").click();
  await page.waitForURL(/test-gateway/);
  await page.locator("button[value=pay]").click();
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();

  const bonus = 15_000;
  await expect.poll(() => balanceOf(page)).toBe(balance + (TOP_UP + bonus) / 100);
  expect(await loyaltyOf(page)).toMatchObject({
    totalKopecks: before.totalKopecks + TOP_UP,
    welcome: { state: "granted", bonusKopecks: bonus },
  });

  await page.goto("/profile");
  await page.getByRole("main").getByRole("link", { name: "Loyalty programme" }).click();
  await expect(page.getByRole("heading", { name: "Loyalty programme", level: 1 })).toBeVisible();
  const { rank } = await loyaltyOf(page);
  expect(rank).toBeGreaterThanOrEqual(1);
  await expect(page.getByText(`Rank ${rank}`, { exact: true })).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Progress to the next rank" })).toBeVisible();
  await expect(page.getByText("your rank")).toBeVisible();
  await expect(page.getByText(/^You received .* with your first top-up\.$/)).toBeVisible();
});
