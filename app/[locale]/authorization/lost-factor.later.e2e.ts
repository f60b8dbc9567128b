import type { Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { moveProductClock, productNowMs } from "#lib/testing/journey-clock.ts";
import { enterPassword, logIn } from "#lib/testing/journey-demo.ts";
import { mailed, mailsTo } from "#lib/testing/journey-mail.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

const stateFolder = String(process.env.JOURNEY_STATE_FOLDER);

/** Turns the second factor on in the settings; answers one of the backup codes. */
async function turnOn(page: Page, { password }: JourneyPerson): Promise<string> {
  await page.goto("/profile/settings/security");
  const card = page.getByRole("region", { name: "Two-factor authentication" });
  await card.getByRole("button", { name: "Turn on" }).click();
  await card.getByLabel("Password", { exact: true }).fill(password);
  await card.getByRole("button", { name: "Continue" }).click();
  const shown = card.getByText(/^[A-Z2-7 ]{32,}$/).first();
  const seed = (await shown.innerText()).replaceAll(" ", "");
  const code = codeAt(seed, await productNowMs(stateFolder));
  await card.getByLabel("Code", { exact: true }).fill(code);
  await card.getByRole("button", { name: "Turn on" }).click();
  const backupCode = await card.getByTestId("backup-codes").getByRole("listitem").first().innerText();
  await card.getByRole("button", { name: "I have saved them" }).click();
  return backupCode;
}

/** Logs in with the password and, in place of the second factor, with a mailed code. */
async function recover(page: Page, person: JourneyPerson): Promise<void> {
  await page.context().clearCookies();
  await enterPassword(page, person);
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "I lost the app and backup codes" }).click();
  await main.getByRole("button", { name: "Email me a code" }).click();
  const field = main.getByLabel("Code from the message");
  await expect(field).toBeVisible();
  await field.fill(await mailed(page, person.email, /\b\d{4} \d{4}\b/));
  await main.getByRole("button", { name: "Confirm" }).click();
}

/** Waits until so many mails with this subject have come to somebody. */
async function seeMails(page: Page, { email }: JourneyPerson, subject: RegExp, count: number): Promise<void> {
  const arrived = async () => (await mailsTo(page, email)).filter((mail) => subject.test(mail.subject));
  await expect.poll(async () => (await arrived()).length).toBe(count);
}

const ASKED = /^Someone wants to turn two-factor authentication/;
const WAITS = /will soon be off$/;

test("a lost second factor is gone after a week of which its owner is told three times, unless it is shown meanwhile", async ({
  page,
  newPerson,
}) => {
  test.skip(
    !process.env.JOURNEY_STATE_FOLDER,
    "The clock is moved in the database of a product of this machine",
  );
  const person = await newPerson({ roubles: 0 });
  await logIn(page, person);
  const backupCode = await turnOn(page, person);
  await recover(page, person);
  await expect(page.getByRole("heading", { name: "The wait has begun" })).toBeVisible();
  await seeMails(page, person, ASKED, 1);

  // It is found again: who logs in with it has not lost it.
  await enterPassword(page, person);
  await page.getByLabel("Code", { exact: true }).fill(backupCode);
  await page.getByRole("main").getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await seeMails(page, person, /stays on$/, 1);

  await recover(page, person);
  await expect(page.getByRole("heading", { name: "The wait has begun" })).toBeVisible();
  await seeMails(page, person, ASKED, 2);
  await moveProductClock(stateFolder, "3 days");
  await seeMails(page, person, WAITS, 1);
  await moveProductClock(stateFolder, "3 days");
  await seeMails(page, person, WAITS, 2);
  await moveProductClock(stateFolder, "1 day");
  await recover(page, person);
  await expect(page).toHaveURL(/\/profile$/);
  await seeMails(page, person, /was turned off without its code$/, 1);
  await page.goto("/profile/settings/security");
  const card = page.getByRole("region", { name: "Two-factor authentication" });
  await expect(card.getByRole("button", { name: "Turn on" })).toBeVisible();
});
