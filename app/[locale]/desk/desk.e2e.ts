import type { Browser, Page } from "@playwright/test";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { demo, enterPassword } from "#lib/testing/journey-demo.ts";
import type { JourneyPerson } from "#lib/testing/journey-people.ts";

const STEP_MS = 30_000;
/** The step of the last code that was used, by seed: each code works once. */
const lastSteps = new Map<string, number>();

/** The application's next unused code; waits for it when this half minute's was used. */
async function nextCode(page: Page, seed: string): Promise<string> {
  const last = lastSteps.get(seed) ?? 0;
  const step = Math.max(last + 1, Math.floor(Date.now() / STEP_MS));
  // A code may be one step ahead.
  await page.waitForTimeout(Math.max(0, (step - 1) * STEP_MS - Date.now()));
  lastSteps.set(seed, step);
  return codeAt(seed, step * STEP_MS);
}

async function staffPage(browser: Browser, member: JourneyPerson): Promise<Page> {
  const page = patient(
    await (await browser.newContext({ baseURL: test.info().project.use.baseURL })).newPage(),
  );
  await enterPassword(page, member);
  await expect(page.getByRole("heading", { name: "Enter the code" })).toBeVisible();
  await page.getByLabel("Code").fill(await nextCode(page, member.totpSeed));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/profile$/);
  return page;
}

test("the desk asks who is signed out to sign in, and for users there is none", async ({
  page,
  newPerson,
}) => {
  await page.context().addCookies([{ name: "_adminIdentity", value: "1", url: demo.url }]);
  await page.goto("/desk/payments?state=pending");
  await expect(page).toHaveURL(/\/authorization\?goback=1&to=%2Fdesk%2Fpayments%3Fstate%3Dpending$/);
  await enterPassword(page, await newPerson());
  await expect(page).toHaveURL(/\/profile$/);
  for (const path of ["/desk", "/ru/desk/payments", "/desk/people/1"]) {
    expect((await page.goto(path))?.status()).toBe(404);
    expect(await page.title()).not.toMatch(/desk|касса/i);
  }
});

test("one of the staff who was signed out comes back to the page of the desk, is asked about no cookies there, and finds the desk in the menu", async ({
  page,
  newPerson,
}) => {
  const member = await newPerson({ staff: "support" });
  const notice = page.getByRole("complementary", { name: "Cookie notice" });
  await page.goto("/desk/people");
  await expect(notice).toBeVisible();
  await page.getByLabel("Email").fill(member.email);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByLabel("Code").fill(await nextCode(page, member.totpSeed));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/desk\/people$/);
  await expect(notice).toBeHidden();
  await page.goto("/profile");
  await page.getByRole("banner").getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("banner").getByRole("link", { name: "Money desk" }).click();
  await expect(page.getByRole("heading", { name: "Overview", level: 1 })).toBeVisible();
});

test("a tile of the overview leads to the list behind it, filtered as the tile says", async ({
  browser,
  newPerson,
}) => {
  const page = await staffPage(browser, await newPerson({ staff: "money" }));
  await page.goto("/desk");
  await page.getByRole("link", { name: "Money in", exact: true }).click();
  await expect(page).toHaveURL(/\/desk\/payments\?days=credited&from=(\d{4}-\d\d-\d\d)&to=\1$/);
  await expect(page.getByLabel("Days of")).toHaveValue("credited");
  await expect(page.getByLabel("From (UTC)")).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await page.goto("/desk");
  await page.getByRole("link", { name: "Purchases", exact: true }).click();
  await expect(page).toHaveURL(/\/desk\/people\?only=buyers$/);
  await expect(page.getByLabel("Only", { exact: true })).toHaveValue("buyers");
});

test("one of the staff proposes a credit, another one signs it, and the user has the money", async ({
  browser,
  newPerson,
}) => {
  const user = await newPerson({ roubles: 0 });
  const member = await newPerson({ staff: "money" });
  const proposer = await staffPage(browser, member);
  await proposer.goto("/desk/people");
  await proposer.getByLabel("Id, email or name").fill(user.email);
  await proposer.getByRole("link", { name: user.email }).click();
  await expect(proposer.getByRole("heading", { name: user.email })).toBeVisible();

  const reason = `Goodwill ${Date.now().toString(36)}`;
  await proposer.getByRole("button", { name: "Propose a correction" }).click();
  const dialog = proposer.getByRole("dialog");
  await dialog.getByLabel("Amount, ₽").fill("12,50");
  await expect(dialog.getByText("Balance after")).toBeVisible();
  await dialog.getByLabel("Reason").fill(reason);
  await dialog.getByRole("button", { name: /Propose 12,50/ }).click();
  await expect(dialog).toHaveCount(0);

  await proposer.goto("/desk/corrections");
  const own = proposer.getByRole("listitem").filter({ hasText: reason });
  await expect(own.getByText("You proposed it: another person signs.")).toBeVisible();
  await expect(own.getByRole("button", { name: "Sign and carry out" })).toHaveCount(0);

  const signer = await staffPage(browser, await newPerson({ staff: "money-lead" }));
  await signer.goto("/desk/corrections");
  await signer
    .getByRole("listitem")
    .filter({ hasText: reason })
    .getByRole("button", { name: "Sign and carry out" })
    .click();
  const confirm = signer.getByRole("dialog");
  await expect(confirm.getByText(member.email)).toBeVisible();
  await expect(confirm.getByText("Balance after")).toBeVisible();
  await confirm.getByRole("button", { name: /Sign 12,50/ }).click();
  await expect(confirm).toHaveCount(0);

  await signer.goto("/desk/actions");
  await expect(signer.getByText(/^Correction \d+ carried out$/).first()).toBeVisible();
  await signer.goto("/desk/people");
  await signer.getByLabel("Id, email or name").fill(user.email);
  await signer.getByRole("link", { name: user.email }).click();
  await expect(signer.getByText("Correction in your favour").first()).toBeVisible();
  await expect(signer.getByText(/^\+12,50/).first()).toBeVisible();
});

test("a person turns two-factor login on, logs in with a code, and turns it off by a backup code", async ({
  page,
  newPerson,
}) => {
  const person = await newPerson({ roubles: 0 });
  await enterPassword(page, person);
  await expect(page).toHaveURL(/\/profile$/);
  await page.goto("/profile/settings/security");
  const card = page.getByRole("region", { name: "Two-factor authentication" });
  await card.getByRole("button", { name: "Turn on" }).click();
  await card.getByLabel("Password", { exact: true }).fill(person.password);
  await card.getByRole("button", { name: "Continue" }).click();
  await expect(card.getByRole("img", { name: /QR code/ })).toBeVisible();
  const seed = (await card.locator("code").innerText()).replace(/\s/g, "");
  await card.getByLabel("Code").fill(await nextCode(page, seed));
  await card.getByRole("button", { name: "Turn on" }).click();
  const shown = card.getByTestId("backup-codes").locator("li");
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await card.getByRole("button", { name: "I have saved them" }).click();

  await page.context().clearCookies();
  await enterPassword(page, person);
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("Wrong code.")).toBeVisible();
  await page.getByLabel("Code").fill(await nextCode(page, seed));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/\/profile$/);

  await page.goto("/profile/settings/security");
  await card.getByRole("button", { name: "Turn off" }).click();
  await card.getByLabel("Password", { exact: true }).fill(person.password);
  await card.getByLabel("Code").fill(codes[0] ?? "");
  await card.getByRole("button", { name: "Turn off" }).click();
  await expect(card.getByText("Off", { exact: true })).toBeVisible();
});
