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

test("a guest reads above the form of the pay page what is bought: service, country and today's price", async ({
  page,
}) => {
  type Offer = { country_external_id: number; price: number };
  const main = page.getByRole("main");
  // Prices follow their market: page and list are asked within a moment of each other.
  await expect(async () => {
    await page.goto("/ru/pay?service=tg&country=6&payment-test=1");
    const answer = await page.request.get("/api/country/get-prices/52?wholesale=0&user=guest");
    const offer = ((await answer.json()) as Offer[]).find((one) => one.country_external_id === 6);
    const roubles = `${String(offer?.price.toFixed(2)).replace(".", ",")} ₽`;
    const shown = (await main.innerText()).replaceAll(/\s+/g, " ");
    expect(shown).toMatch(/Telegram ?Индонезия/);
    expect(shown).toContain(` ${roubles}`);
  }).toPass();
});

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

test("a guest who once followed the staff's link buys at home and stands before the form of the pay page with that number", async ({
  page,
}) => {
  await page.goto("/pay?payment-test=1");
  await page.goto("/");
  await page.getByRole("button", { name: "Telegram, Indonesia" }).click();
  // Nothing but the cookie says here who may pay.
  await page.waitForURL((url) => url.pathname === "/pay" && url.search === "?service=tg&country=6");
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 1, name: "Pay first, register later" })).toBeVisible();
  await expect(main.getByLabel("Amount, ₽")).toBeVisible();
  await expect(main).toContainText("Telegram");
  await expect(main).toContainText("Indonesia");
});

test("a guest without the cookie is led from the pay page to registration, which knows the number to pay for", async ({
  page,
}) => {
  await page.goto("/pay?service=tg&country=6");
  await page.waitForURL(
    ({ pathname, searchParams }) =>
      pathname === "/registration" && searchParams.get("to") === "/profile/pay?service=tg&country=6",
  );
  await expect(page.getByRole("heading", { level: 1, name: "Registration" })).toBeVisible();
});
