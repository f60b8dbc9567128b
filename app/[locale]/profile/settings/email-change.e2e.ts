import { randomUUID } from "node:crypto";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { enterPassword, logIn } from "#lib/testing/journey-demo.ts";
import { mailed } from "#lib/testing/journey-mail.ts";

const EARNED_KOPECKS = 600_000;
const NEW_PASSWORD = "a phrase nobody else knows";

test("a changed email lets no money out to a card, and its old mailbox takes the account back", async ({
  page,
  browser,
  newPerson,
}) => {
  const person = await newPerson({ isPartner: true, earnedKopecks: EARNED_KOPECKS, roubles: 0 });
  const next = `moved-${randomUUID().slice(0, 8)}@example.com`;
  await logIn(page, person);
  await page.goto("/profile/settings");
  const card = page.getByRole("region", { name: "Email", exact: true });
  await card.getByRole("button", { name: "Change the email" }).click();
  await card.getByLabel("New email").fill(next);
  await card.getByLabel("Password", { exact: true }).fill(person.password);
  await card.getByRole("button", { name: "Send the code" }).click();
  await card.getByLabel("Code from the message").fill(await mailed(page, next, /\b\d{4} \d{4}\b/));
  await card.getByRole("button", { name: "Confirm the new email" }).click();
  await expect(page.getByText("Email changed. We have told the old address.")).toBeVisible();
  await expect(card.getByText(next, { exact: true })).toBeVisible();

  await page.goto("/partner/withdrawal-funds");
  await page.getByRole("main").getByRole("button", { name: "Roubles" }).click();
  await page.getByRole("button", { name: "Bank card" }).click();
  await expect(page.getByText(/no money is sent to a card or wallet address before/)).toBeVisible();
  await page.getByLabel("Amount, ₽").fill("5000");
  await page.getByLabel("Card number").fill("4242 4242 4242 4242");
  await page.getByRole("button", { name: /^Withdraw 5/ }).click();
  await expect(page.getByText(/^Nothing is sent before /)).toBeVisible();

  // The old mailbox, read elsewhere.
  const elsewhere = await browser.newContext();
  const owner = patient(await elsewhere.newPage());
  await owner.goto(await mailed(owner, person.email, /https?:\/\/\S+\/signup\/email-back\?token=\S+/));
  await owner.getByRole("button", { name: "Get the account back" }).click();
  await expect(owner.getByRole("heading", { name: "The account is yours again" })).toBeVisible();
  expect((await page.request.get("/api/users/me")).status()).toBe(401);

  await owner.goto(await mailed(owner, person.email, /https?:\/\/\S+\/confirm\/[\w-]{43}/));
  await owner.getByLabel("New password", { exact: true }).fill(NEW_PASSWORD);
  await owner.getByLabel("Repeat the password").fill(NEW_PASSWORD);
  await owner.getByRole("button", { name: "Save password" }).click();
  await expect(owner.getByRole("heading", { name: "Password changed" })).toBeVisible();
  await enterPassword(owner, { ...person, password: NEW_PASSWORD });
  await expect(owner).toHaveURL(/\/profile$/);
  await owner.goto("/profile/settings");
  await expect(
    owner.getByRole("region", { name: "Email", exact: true }).getByText(person.email, { exact: true }),
  ).toBeVisible();
  await owner.goto("/partner/withdrawal-funds");
  await expect(owner.getByRole("main").locator("dl").first()).toContainText(/Available\s*6\s000,00\s₽/);
  await elsewhere.close();
});
