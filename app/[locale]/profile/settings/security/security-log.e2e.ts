import { expect, pressInDialog, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

test("a person finds a stranger's login in the log and secures the account", async ({
  page,
  browser,
  newPerson,
}) => {
  const person = await newPerson({ roubles: 0 });
  await logIn(page, person);
  const elsewhere = await browser.newContext();
  const stranger = await elsewhere.newPage();
  await logIn(stranger, person);

  await page.goto("/profile/settings/security");
  const log = page.getByRole("list", { name: "Security log" });
  const logins = log.getByRole("listitem").filter({ hasText: "Login with the password" });
  await expect(logins).toHaveCount(2);
  await logins
    .first()
    .getByRole("button", { name: /This was not me/ })
    .click();
  await expect(page.getByRole("dialog")).toContainText("revoke all API keys");
  await pressInDialog(page, "Secure my account");
  await expect(page.getByText("Now set a new password")).toBeVisible();
  await expect(log.getByRole("listitem").filter({ hasText: "You said: this was not me" })).toHaveCount(1);

  await stranger.goto("/profile/settings/security");
  await expect(stranger).toHaveURL(/\/authorization/);
  await elsewhere.close();

  await page.getByLabel("Current password").fill(person.password);
  await page.getByLabel("New password", { exact: true }).fill("a phrase nobody else knows");
  await page.getByLabel("Repeat the password").fill("a phrase nobody else knows");
  await page.getByRole("button", { name: "Change the password" }).click();
  await expect(page.getByText("Password changed; other devices are logged out.")).toBeVisible();
});
