import { randomUUID } from "node:crypto";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { moveProductClock } from "#lib/testing/journey-clock.ts";
import { demo } from "#lib/testing/journey-demo.ts";

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };
const stateFolder = process.env.JOURNEY_STATE_FOLDER;

/** Telegram in Indonesia: the journeys' SIM bank sends its codes at once. */
const buyButton = (page: Page) => page.getByRole("button", { name: "Telegram, Indonesia" });

/** Opens a page until the button is there: where the clock was moved on, the SIM bank counts as silent until it reports again. */
async function openShop(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    expect(await buyButton(page).count()).toBe(1);
  }).toPass();
}

const openTab = async (context: BrowserContext, size: typeof PHONE) => {
  const tab = patient(await context.newPage());
  await tab.setViewportSize(size);
  return tab;
};

async function register(page: Page, email: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  for (const agreement of await page.getByRole("main").getByRole("checkbox").all()) await agreement.check();
  await page.getByRole("main").locator("button[type=submit]").click();
  await page.getByLabel("Code").fill(await mailedCode(page, email));
  await page.getByRole("main").getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL((url) => url.pathname === "/");
}

async function mailedCode(page: Page, to: string): Promise<string> {
  let code = "";
  await expect(async () => {
    const answer = await page.request.get(`${demo.mailbox}/messages.json?to=${encodeURIComponent(to)}`);
    const [newest] = (await answer.json()) as { text: string }[];
    code = /\b\d{4} \d{4}\b/.exec(newest?.text ?? "")?.[0] ?? "";
    expect(code).not.toBe("");
  }).toPass();
  return code;
}

/** From a press of a guest to the number again, paid for, by the link of the payment's result. */
async function comeAndPay(page: Page, email: string): Promise<void> {
  await openShop(page, "/");
  await buyButton(page).click();
  await page.waitForURL(/\/registration\?goback=1/);
  await register(page, email);
  await buyButton(page).click();
  await page.waitForURL(/\/profile\/pay/);
  // What is missing for the number stands there; who comes for one buys more.
  await expect(page.getByRole("main").getByText(/missing for this number/)).toBeVisible();
  const amount = page.getByLabel("Amount, ₽");
  await expect(amount).not.toHaveValue("");
  await amount.fill("300");
  await page.getByRole("radio", { name: "Test card" }).check();
  await page.getByRole("main").locator("button[type=submit]").click();
  await page.waitForURL(/test-gateway/);
  await page.locator("button[value=pay]").click();
  await expect(page.getByRole("heading", { name: "Payment successful" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the purchase" }).click();
  await expect(page).toHaveURL(/\/telegram\?country=indonesia$/);
}

/** Buys on the page that is open and reads in another tab, where the code comes. Returns the code. */
async function readCodeElsewhere(page: Page, size: typeof PHONE): Promise<string> {
  const reading = await openTab(page.context(), size);
  await reading.goto("/docs/errors");
  await buyButton(page).click();
  await expect(page).toHaveURL(/\/profile$/);
  const told = reading.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await expect(told).toHaveText(/^Telegram: code [\d ]+$/);
  const code = (await told.innerText()).replaceAll(/\D/g, "");
  await reading.close();
  await page.getByRole("button", { name: `Copy code ${code}` }).click();
  await page.getByRole("article").getByRole("button", { name: "Finish" }).click();
  await expect(page.getByRole("link", { name: "Buy again: Telegram, Indonesia" })).toBeVisible();
  return code;
}

async function leaveCountryWithoutStock(page: Page): Promise<void> {
  await page.goto("/countries");
  await page.getByRole("region", { name: "No numbers at the moment" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Tell me when numbers are back" }).click();
  await expect(page.getByText("We will tell you")).toBeVisible();
  await page
    .getByRole("region", { name: "Nearest countries with numbers" })
    .getByRole("link")
    .first()
    .click();
  await expect(page.getByText("Choose a service to buy a number")).toBeVisible();
}

/** Starts a search, closes its window and finds it again on a phone. */
async function findSearchOnPhone(page: Page): Promise<void> {
  // No number is that cheap: it searches until its time is over.
  await page.route("**/api/searches", (route) => {
    const request = route.request();
    if (request.method() !== "POST") return route.continue();
    return route.continue({ postData: { ...request.postDataJSON(), maxPriceKopecks: 10 } });
  });
  await openShop(page, "/telegram");
  await page.getByRole("button", { name: /^No number at once\?/ }).click();
  await page.getByRole("switch", { name: "Search until a number appears" }).click();
  await buyButton(page).click();
  await page.getByRole("dialog").getByRole("button", { name: "Keep searching in the background" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const phone = await openTab(page.context(), PHONE);
  await phone.goto("/docs");
  await phone
    .getByRole("banner")
    .getByRole("link", { name: /^1 waiting/ })
    .click();
  await phone.getByRole("button", { name: "Stop the search: Telegram, Indonesia" }).click();
  await expect(phone.getByRole("region", { name: "Number searches" })).toHaveCount(0);
  await phone.close();
}

for (const [device, size] of [
  ["a phone", PHONE],
  ["a desktop", DESKTOP],
] as const)
  test(`a stranger gets a code while reading something else, meets no dead end and finds the code again tomorrow, on ${device}`, async ({
    page,
  }) => {
    test.skip(!stateFolder, "The clock is moved in the database of a product of this machine");
    await page.setViewportSize(size);
    await comeAndPay(page, `walk-${randomUUID().slice(0, 8)}@example.com`);
    const code = await readCodeElsewhere(page, size);
    await leaveCountryWithoutStock(page);
    await findSearchOnPhone(page);

    await moveProductClock(String(stateFolder), "18 hours");
    await page.goto("/profile/numbers");
    const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Telegram" });
    await expect(row.getByRole("button", { name: `Copy code ${code}` })).toBeVisible();
    await row.getByRole("link", { name: "Buy again: Telegram, Indonesia" }).click();
    await expect(page).toHaveURL(/\/telegram\?country=indonesia$/);
  });
