import { readFileSync } from "node:fs";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

test("a partner looks through the activations of own numbers, keeps the filters in the address and takes the file", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson({ isPartner: true }));
  await page.goto("/partner/activations-history");
  await expect(page.getByRole("heading", { name: "Activations", level: 1 })).toBeVisible();
  await expect(page.getByText("No orders yet")).toBeVisible();
  await page.getByLabel("Status").selectOption("cancelled");
  await expect(page).toHaveURL(/\/partner\/activations-history\?status=cancelled$/);
  await expect(page.getByText("Nothing found")).toBeVisible();
  await page.getByLabel("Digits of the number").fill("+62 811");
  await expect(page).toHaveURL(/status=cancelled&number=62811$/);
  await page.reload();
  await expect(page.getByLabel("Digits of the number")).toHaveValue("62811");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("activations.csv");
  expect(readFileSync(await download.path()).toString()).toContain("Order,Date (UTC),Kind,Number,Service");
});

test("a partner's statistics keep their period in the address", async ({ page, newPerson }) => {
  await logIn(page, await newPerson({ isPartner: true }));
  await page.goto("/partner/statistic");
  await expect(page.getByRole("heading", { name: "Statistics", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(page).toHaveURL(/\/partner\/statistic\?days=7$/);
  await expect(page.getByText("No orders in this period")).toBeVisible();
});

test("for somebody who is no partner neither page is there", async ({ page, newPerson }) => {
  await logIn(page, await newPerson());
  for (const path of ["/partner/activations-history", "/partner/statistic"]) {
    expect((await page.goto(path))?.status()).toBe(404);
  }
});
