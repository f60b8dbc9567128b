import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { enterStaffForm } from "#lib/testing/journey-demo.ts";

test("one of the staff writes an offer of accounts, adds a list with a wrong line, puts it on sale and withdraws what is left", async ({
  page,
  newPerson,
}) => {
  const member = await newPerson({ staff: "money" });
  await enterStaffForm(page, member, (seed) => codeAt(seed, Date.now()));

  const own = `desk ${Date.now()}`;
  await page.goto("/desk");
  await page.getByRole("link", { name: "Account offers", exact: true }).click();
  await expect(page).toHaveURL(/\/desk\/account-offers$/);
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "New offer" }).click();
  await dialog.getByRole("combobox", { name: "Find a service" }).fill("telegram");
  await dialog
    .getByRole("option", { name: /^Telegram/ })
    .first()
    .click();
  await dialog.getByRole("searchbox", { name: "Find a country" }).fill("indonesia");
  await dialog.getByRole("button", { name: "Indonesia" }).click();
  await dialog.getByLabel("Name", { exact: true }).fill(`Telegram, ${own}`);
  await dialog.getByLabel("Group", { exact: true }).fill("Session files");
  await dialog.getByLabel("Format", { exact: true }).fill("session");
  await dialog.getByLabel("Price of one account, ₽").fill("10,50");
  await dialog.getByLabel("Reason").fill("a journey");
  await dialog.getByRole("button", { name: "New offer" }).click();
  await expect(dialog).toHaveCount(0);

  const offer = page.getByRole("main").getByRole("listitem").filter({ hasText: own });
  await expect(offer.getByText("Draft", { exact: true })).toBeVisible();
  await offer.getByRole("button", { name: "Add accounts" }).click();
  const account = `desk-${Date.now()}`;
  await dialog
    .getByLabel("Accounts, one per line")
    .fill(`${account}-1:secret\nno separator\n${account}-2:secret`);
  await dialog.getByLabel("Reason").fill("a journey");
  await dialog.getByRole("button", { name: "Add accounts" }).click();
  await expect(dialog.getByText("Line 2: the number of fields differs from the template")).toBeVisible();
  await dialog.getByRole("checkbox").check();
  await dialog.getByRole("button", { name: "Add accounts" }).click();
  await expect(page.getByText("2 accounts added")).toBeVisible();
  await expect(offer.getByText(/^2 available/)).toBeVisible();

  await offer.getByRole("button", { name: "Put on sale" }).click();
  await dialog.getByLabel("Reason").fill("a journey");
  await dialog.getByRole("button", { name: "Put on sale" }).click();
  await expect(offer.getByText("On sale", { exact: true })).toBeVisible();
  await offer.getByRole("button", { name: "Withdraw unsold accounts" }).click();
  await dialog.getByLabel("Reason").fill("a journey");
  await dialog.getByRole("button", { name: "Withdraw unsold accounts" }).click();
  await expect(offer.getByText("Too few left to buy")).toBeVisible();
  await expect(offer.getByText(/2 withdrawn$/)).toBeVisible();

  await page.goto("/desk/actions");
  await expect(page.getByText(/^Unsold accounts of offer \d+ withdrawn$/).first()).toBeVisible();
});
