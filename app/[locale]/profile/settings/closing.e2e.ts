import { expect, test } from "#lib/testing/journey.ts";
import { enterPassword, logIn } from "#lib/testing/journey-demo.ts";

test("a person closes the account, finds the way back at the next login and keeps it", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson({ roubles: 3 });
  await logIn(page, person);
  await page.goto("/profile/settings");
  await page.getByRole("button", { name: "Close the account" }).click();
  await expect(page.getByText(/is left on your account/)).toBeVisible();
  await page.getByRole("checkbox", { name: /^I give up/ }).check();
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Close my account" }).click();
  await expect(page).toHaveURL(/\/authorization\/closing$/);
  await expect(page.getByRole("heading", { name: "Your account is being closed" })).toBeVisible();

  await page.context().clearCookies();
  await enterPassword(page, person);
  await expect(page.getByRole("heading", { name: "Your account is being closed" })).toBeVisible();
  await page.getByRole("button", { name: "Keep my account" }).click();
  await expect(page).toHaveURL(/\/profile\/settings$/);
  await expect(page.getByRole("button", { name: "Close the account" })).toBeVisible();
});
