import type { Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { moveProductClock } from "#lib/testing/journey-clock.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

type Loyalty = { week: string; predictedKopecks: number };
type PaidWeeks = { weeks: { week: string; cashbackKopecks: number; paidAt: string }[] };

const stateFolder = process.env.JOURNEY_STATE_FOLDER;

async function topUp(page: Page, rubles: string): Promise<void> {
  await page.goto("/profile/pay");
  await page.getByRole("radio", { name: "Test card" }).check();
  await page.getByLabel("Amount, ₽").fill(rubles);
  await page.getByRole("main").locator("button[type=submit]").click();
  await page.waitForURL(/test-gateway/);
  await page.locator("button[value=pay]").click();
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
}

const read = async <T>(page: Page, path: string) => (await (await page.request.get(path)).json()) as T;
const balanceOf = (page: Page) => read<number>(page, "/api/sms-users/balance");

test("the cashback that was predicted for the week is on the balance when the week is over", async ({
  page,
  newPerson,
}) => {
  test.skip(!stateFolder, "The clock is moved in the database of a product of this machine");
  const person = await newPerson({ roubles: 0 });
  await logIn(page, person);
  await topUp(page, "2000");
  const { week, predictedKopecks } = await read<Loyalty>(page, "/api/loyalty");
  expect(predictedKopecks).toBeGreaterThan(0);
  const before = await balanceOf(page);

  await moveProductClock(String(stateFolder), "7 days 1 hour");
  await page.context().clearCookies();
  await logIn(page, person);
  await expect.poll(() => balanceOf(page)).toBe(Math.round(before * 100 + predictedKopecks) / 100);
  const { weeks } = await read<PaidWeeks>(page, "/api/loyalty/weeks");
  expect(weeks).toMatchObject([{ week, cashbackKopecks: predictedKopecks }]);

  await page.goto("/profile/loyalty-program");
  await expect(page.getByText("No rank yet")).toBeVisible();
  await expect(page.getByText("No cashback has been paid yet")).toHaveCount(0);
  await page.goto("/profile/history");
  await page.getByRole("button", { name: "Incoming" }).click();
  await expect(page.getByRole("paragraph").filter({ hasText: /^Cashback$/ })).toBeVisible();
});
