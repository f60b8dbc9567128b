import { readFileSync } from "node:fs";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

const EARNED_KOPECKS = 150_000;

test("a partner finds what an order earned, narrows the statement and takes it home", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson({ isPartner: true, earnedKopecks: EARNED_KOPECKS }));
  await page.goto("/partner");
  await page.getByRole("main").getByRole("link", { name: "Earnings" }).click();
  await expect(page).toHaveURL(/\/partner\/earnings$/);
  await expect(page.getByRole("heading", { name: "Earnings", level: 1 })).toBeVisible();
  await expect(page.getByRole("main").locator("dl").first()).toContainText(/Available\s*1\s500,00\s₽/);
  const lines = page.getByRole("main").getByRole("list").last().getByRole("listitem");
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText("Telegram");
  await expect(lines.first()).toContainText(/\+1\s500,00/);

  await page.getByRole("button", { name: "Outgoing" }).click();
  await expect(page.getByText("Nothing found")).toBeVisible();
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByLabel("What for").selectOption({ label: "Partner earnings" });
  await expect(page).toHaveURL(/\?kind=partner_accrual$/);
  await page.reload();
  await expect(lines).toHaveCount(1);

  await page.getByRole("main").getByRole("button", { name: "Download" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Format").selectOption("csv");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^earnings-.*\.csv$/);
  expect(readFileSync(await download.path()).toString()).toContain("Partner earnings");
});

test("for somebody who is no partner the page is not there", async ({ page, newPerson }) => {
  await logIn(page, await newPerson());
  expect((await page.goto("/partner/earnings"))?.status()).toBe(404);
});
