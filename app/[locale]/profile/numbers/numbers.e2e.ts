import { readFileSync } from "node:fs";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";
import { buyNumber, QUICK_COUNTRY } from "#lib/testing/journey-numbers.ts";

test("a person finds a number and its code again by its digits, takes the list home and buys the next one", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson());
  const { number } = await buyNumber(page, QUICK_COUNTRY);
  const card = page.getByRole("article").filter({ has: page.getByRole("button", { name: /^Copy code/ }) });
  await card.getByRole("button", { name: "Finish" }).click();
  await expect(page.getByRole("link", { name: "Buy again: Telegram, Indonesia" })).toBeVisible();

  await page.getByRole("main").getByRole("link", { name: "My numbers" }).click();
  await expect(page.getByRole("heading", { name: "My numbers", level: 1 })).toBeVisible();
  await page.getByLabel("Number or order").fill(number.slice(-6));
  await expect(page).toHaveURL(new RegExp(`number=${number.slice(-6)}`));
  const row = page.getByRole("main").getByRole("listitem");
  await expect(row).toHaveCount(1);
  await expect(row.getByRole("button", { name: /^Copy code/ })).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("numbers.csv");
  expect(readFileSync(await download.path(), "utf8")).toContain(number);

  await page.reload();
  await expect(row).toHaveCount(1);
  await row.getByRole("link", { name: "Buy again: Telegram, Indonesia" }).click();
  await expect(page).toHaveURL(/\/telegram\?country=indonesia$/);
});
