import { readFileSync } from "node:fs";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

test("a person asks for everything about themselves and downloads it as one file", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson({ roubles: 5 });
  await logIn(page, person);
  await page.goto("/profile/settings");
  await page.getByRole("button", { name: "Prepare the file" }).click();
  await expect(page.getByText("Your file is ready")).toBeVisible();
  const arriving = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Download \(/ }).click();
  const download = await arriving;
  expect(download.suggestedFilename()).toMatch(/^account-data-.+\.json$/);
  const { account, balances } = JSON.parse(readFileSync(await download.path(), "utf8"));
  expect(account.email).toBe(person.email);
  expect(balances).toMatchObject([{ kind: "user", postedKopecks: 500 }]);
});
