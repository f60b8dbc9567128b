import { readFileSync } from "node:fs";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { moveProductClock, productNowMs } from "#lib/testing/journey-clock.ts";
import { enterStaff, logIn } from "#lib/testing/journey-demo.ts";

const stateFolder = process.env.JOURNEY_STATE_FOLDER;

test("an owner registers a store and is approved, uploads stock and sells; a buyer downloads, claims one account and gets another; the owner withdraws when the warranty is over", async ({
  page,
  browser,
  baseURL,
  newPerson,
}) => {
  test.skip(!stateFolder, "The clock is moved in the database of a product of this machine");
  const nowMs = () => productNowMs(String(stateFolder));
  const staffOf = async (permission: "money" | "money-lead") => {
    const person = await newPerson({ staff: permission });
    const now = await nowMs();
    return enterStaff(String(baseURL), person, (seed) => codeAt(seed, now));
  };
  const own = `store ${Date.now()}`;
  const owner = await newPerson({ roubles: 0 });
  await logIn(page, owner);
  await page.goto("/store");
  await page.getByLabel("Name of the store").fill(own);
  await page.getByLabel("Description").fill("Accounts that we register ourselves");
  await page.getByLabel("I agree to the rules of the marketplace").check();
  await page.getByLabel("I agree to the public offer").check();
  await page.getByRole("button", { name: "Send the application" }).click();
  await expect(page.getByText("Your application is waiting for our answer")).toBeVisible();

  const staff = await staffOf("money");
  const waiting = await (await staff.get("/api/desk/store-applications")).json();
  const application = waiting.items.find(({ name }: { name: string }) => name === own);
  const approved = await staff.post(`/api/desk/store-applications/${application.id}/decide`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: { decision: "approve", reason: "a journey" },
  });
  expect(approved.ok(), await approved.text()).toBe(true);
  await staff.dispose();

  await page.goto("/store");
  await expect(page.getByRole("heading", { name: own })).toBeVisible();
  await page.getByRole("button", { name: "New offer" }).first().click();
  const form = page.getByRole("dialog", { name: "New offer" });
  await form.getByRole("combobox", { name: "Find a service" }).fill("telegram");
  await form
    .getByRole("option", { name: /Telegram/ })
    .first()
    .click();
  await form.getByLabel("Country").selectOption({ label: "Indonesia" });
  await form.getByLabel("Name", { exact: true }).fill(`Telegram, ${own}`);
  await form.getByLabel("Group").fill("Session files");
  await form.getByLabel("Format", { exact: true }).fill("session");
  await form.getByLabel("Where the accounts come from").fill("Registered with our own SIM cards");
  await form.getByLabel("Price of one account").fill("100");
  await form.getByRole("button", { name: "New offer" }).click();
  await expect(form).toBeHidden();

  const lines = [1, 2, 3].map((nth) => `store-journey-${Date.now()}-${nth}:secret-${nth}`);
  await page.getByRole("button", { name: "Add accounts" }).click();
  const upload = page.getByRole("dialog", { name: `Add accounts: Telegram, ${own}` });
  await upload.getByLabel("Accounts, one per line").fill(lines.join("\n"));
  await upload.getByRole("button", { name: "Add accounts" }).click();
  await expect(upload).toBeHidden();
  await expect(page.getByText("3 accounts added")).toBeVisible();
  await page.getByRole("button", { name: "Put on sale" }).click();
  await expect(page.getByText("On sale", { exact: true })).toBeVisible();

  const buying = await (
    await browser.newContext({ baseURL: String(baseURL), reducedMotion: "reduce" })
  ).newPage();
  await logIn(buying, await newPerson());
  await buying.goto("/?type=readyAccounts");
  await buying.getByRole("searchbox", { name: "Search services" }).fill("tele");
  await buying.getByRole("button", { name: "Telegram" }).click();
  await buying.getByRole("button", { name: `: Telegram, ${own}` }).click();
  await buying
    .getByRole("dialog", { name: "Before you buy" })
    .getByRole("button", { name: "OK", exact: true })
    .click();
  const dialog = buying.getByRole("dialog", { name: `Telegram, ${own}` });
  await dialog.getByRole("button", { name: "One more" }).click();
  await dialog.getByRole("button", { name: /^Buy for/ }).click();
  const delivered = buying.getByRole("dialog", { name: "Your accounts" });
  const downloading = buying.waitForEvent("download");
  await delivered.getByRole("button", { name: "Download" }).click();
  expect(JSON.parse(readFileSync(await (await downloading).path(), "utf8"))).toEqual(lines.slice(0, 2));
  await buying.goto("/profile/accounts");
  const order = buying.getByRole("main").getByRole("listitem").filter({ hasText: own });
  await order.getByRole("button", { name: "Show" }).click();
  await order.getByRole("button", { name: /^Does not work ?: 2$/ }).click();
  const claiming = buying.getByRole("dialog", { name: "Account 2 does not work" });
  await claiming.getByRole("textbox").fill("it is closed");
  await claiming.getByRole("button", { name: "Send the claim" }).click();
  await expect(order.getByText("Waits for a decision")).toBeVisible();

  await page.getByRole("button", { name: "Claims" }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  const answer = page.getByRole("dialog", { name: /^Accept/ });
  await answer.getByLabel("What the buyer is told").fill("we have looked");
  await answer.getByRole("button", { name: "Accept" }).click();
  await expect(page.getByText("No claim waits for you.")).toBeVisible();
  await buying.reload();
  await order.getByRole("button", { name: "Show" }).click();
  await expect(order.getByText(lines[2] as string)).toBeVisible();
  await buying.context().close();
  const sums = page.getByRole("main").locator("dl").first();
  await expect(sums).toContainText(/Pending until the warranty ends\s*160,00\s₽/);

  await moveProductClock(String(stateFolder), "25 hours");
  await page.context().clearCookies();
  await logIn(page, owner);
  await page.goto("/store");
  await expect(sums).toContainText(/Available\s*160,00\s₽/);
  await page.getByRole("button", { name: "Withdrawals" }).click();
  await page.getByRole("main").getByRole("button", { name: "Roubles", exact: true }).click();
  await page.getByRole("button", { name: "To the balance" }).click();
  await page.getByLabel("Amount, ₽").fill("160");
  await page.getByRole("button", { name: /^Withdraw 1/ }).click();
  await expect(sums).toContainText(/Held for withdrawals\s*160,00\s₽/);
  const lead = await staffOf("money-lead");
  const asked = await (await lead.get("/api/desk/withdrawals?source=store&state=waiting")).json();
  const { id } = asked.items.find(({ user }: { user: { email: string } }) => user.email === owner.email);
  const signed = await lead.post(`/api/desk/withdrawals/${id}/steps`, {
    data: { step: "approve", reason: "a journey" },
  });
  expect(signed.ok(), await signed.text()).toBe(true);
  await lead.dispose();
  await expect.poll(async () => (await page.request.get("/api/sms-users/balance")).json()).toBe(160);
});
