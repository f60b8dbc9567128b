import type { Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

type Mail = { to: string[]; text: string };

/** The code of the newest mail to an address. */
async function mailedCode(page: Page, email: string): Promise<string> {
  let code: string | undefined;
  await expect(async () => {
    const answer = await page.request.get(`${demo.mailbox}/messages.json?to=${encodeURIComponent(email)}`);
    const [mail] = (await answer.json()) as Mail[];
    code = mail?.text.match(/\b\d{4} \d{4}\b/)?.[0];
    expect(code).toBeDefined();
  }).toPass();
  return code as string;
}

test("a guest pays first, confirms the address and gets the number's code for that money", async ({
  page,
}) => {
  const email = `guest-${Date.now().toString(36)}@example.com`;
  await page.goto("/pay?service=tg&country=6&payment-test=1");
  await expect(page.getByText("Telegram").first()).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Amount, ₽").fill("300");
  await page.getByRole("main").getByRole("checkbox").check();
  await page.getByRole("main").locator("button[type=submit]").click();
  await page.waitForURL(/test-gateway/);
  await page.locator("button[value=pay]").click();
  await page.waitForURL(/\/pay\?sent=1/);
  await page.getByLabel("Code from the message").fill(await mailedCode(page, email));
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/success-payment/);
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the purchase" }).click();
  await page.waitForURL(/telegram/);
  await page.getByRole("button", { name: "Telegram, Indonesia" }).click();
  await page.waitForURL(/\/profile$/);
  const card = page.getByRole("article").first();
  await expect(card.getByRole("button", { name: /^Copy code/ })).toBeVisible();
});
