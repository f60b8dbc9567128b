import type { Page } from "@playwright/test";
import { raisedKopecks } from "#features/pricing/offers.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";
import type { JourneySeller, SellerCountry } from "#lib/testing/journey-seller.ts";

/** No bank of the default start has numbers there. */
const URUGUAY: SellerCountry = { id: 156, name: "Uruguay", slug: "uruguay", dialCode: "598" };
const PARAGUAY: SellerCountry = { id: 87, name: "Paraguay", slug: "paraguay", dialCode: "595" };
const BOLIVIA: SellerCountry = { id: 92, name: "Bolivia", slug: "bolivia", dialCode: "591" };

const goodsOf = ({ name }: SellerCountry) => `Telegram, ${name}`;
const roubles = (kopecks: number) => `${formatNumber(kopecks / 100, 2)} ₽`;

async function balanceKopecks(page: Page): Promise<number> {
  const answer = await page.request.get("/api/sms-users/balance");
  return Math.round(((await answer.json()) as number) * 100);
}

/** Opens the country's row with the choices of a search in sight. */
async function openChoices(page: Page, country: SellerCountry): Promise<void> {
  await page.goto(`/telegram?country=${country.slug}`);
  await expect(page.getByRole("button", { name: goodsOf(country) })).toBeVisible();
  await page.getByRole("button", { name: /^No number at once\?/ }).click();
  await page.getByRole("switch", { name: "Search until a number appears" }).click();
}

/** Begins the search; in the moment of the press the listed number goes. */
async function searchAsItGoes(page: Page, country: SellerCountry, seller: JourneySeller): Promise<void> {
  await page.route("**/api/searches", async (route) => {
    if (route.request().method() === "POST") await seller.takeOffSale();
    await route.continue();
  });
  await page.getByRole("button", { name: goodsOf(country) }).click();
}

test("a search whose tab was closed is found on a second device, gets its number there, and the money comes back with a cancel", async ({
  page,
  browser,
  newPerson,
  newSeller,
}) => {
  const person = await newPerson();
  const seller = await newSeller({ country: URUGUAY });
  await seller.putOnSale();
  await logIn(page, person);
  const before = await balanceKopecks(page);
  await openChoices(page, URUGUAY);
  await page.getByLabel("Search for (seconds)").fill("600");
  await searchAsItGoes(page, URUGUAY, seller);
  await expect(page.getByRole("dialog", { name: "Looking for a number" })).toContainText(/Attempt \d+ of/);
  await page.close();

  const { baseURL } = test.info().project.use;
  const device = patient(await (await browser.newContext({ baseURL })).newPage());
  await logIn(device, person);
  const searches = device.getByRole("region", { name: "Number searches" });
  await expect(searches).toContainText(goodsOf(URUGUAY));
  await seller.putOnSale();
  const card = device.getByRole("article", { name: goodsOf(URUGUAY) });
  await expect(card.getByText("Waiting for SMS", { exact: true })).toBeVisible();
  await expect(searches).toHaveCount(0);
  expect(await balanceKopecks(device)).toBeLessThan(before);
  await card.getByRole("button", { name: /^Cancel, get/ }).click();
  await expect(card.getByText("Cancelled", { exact: true })).toBeVisible();
  expect(await balanceKopecks(device)).toBe(before);
  await device.context().close();
});

test("a search up to +20 % buys at the next price when the listed number is gone; the most was told before, the price after", async ({
  page,
  newPerson,
  newSeller,
}) => {
  const listed = await newSeller({ country: PARAGUAY, costKopecks: 1_000 });
  const dearer = await newSeller({ country: PARAGUAY, costKopecks: 1_100 });
  await listed.putOnSale();
  await logIn(page, await newPerson());
  const before = await balanceKopecks(page);
  await openChoices(page, PARAGUAY);
  const buy = page.getByRole("button", { name: goodsOf(PARAGUAY) });
  const listedKopecks = Number(await buy.getAttribute("data-buy"));
  await page
    .getByRole("group", { name: "Accept a higher price" })
    .getByRole("button", { name: "+20%" })
    .click();
  const mostKopecks = raisedKopecks(listedKopecks, 20);
  await dearer.putOnSale();
  await expect(buy).toContainText(`Search up to ${roubles(mostKopecks)}`);
  await searchAsItGoes(page, PARAGUAY, listed);

  await expect(page).toHaveURL(/\/profile$/);
  const card = page.getByRole("article", { name: goodsOf(PARAGUAY) });
  await dearer.receive(Number(dearer.numbers[0]), "Telegram code 48291");
  await expect(card.getByRole("button", { name: "Copy code 48291" })).toBeVisible();
  const paidKopecks = before - (await balanceKopecks(page));
  expect(paidKopecks).toBeGreaterThan(listedKopecks);
  expect(paidKopecks).toBeLessThanOrEqual(mostKopecks);
  await expect(card.getByText("Paid:", { exact: true })).toBeVisible();
  await expect(card).toContainText(roubles(paidKopecks));
});

test("a search that raises its price step by step buys nothing dearer at first and takes the dearer number a step later", async ({
  page,
  newPerson,
  newSeller,
}) => {
  const listed = await newSeller({ country: BOLIVIA, costKopecks: 1_000 });
  const dearer = await newSeller({ country: BOLIVIA, costKopecks: 1_050 });
  await listed.putOnSale();
  await logIn(page, await newPerson());
  const before = await balanceKopecks(page);
  await openChoices(page, BOLIVIA);
  const buy = page.getByRole("button", { name: goodsOf(BOLIVIA) });
  const listedKopecks = Number(await buy.getAttribute("data-buy"));
  const mostKopecks = raisedKopecks(listedKopecks, 10);
  await page.getByRole("button", { name: "+10%" }).click();
  await page.getByRole("switch", { name: "Raise the price step by step" }).click();
  await expect(buy).toContainText(`Search up to ${roubles(mostKopecks)}`);
  await dearer.putOnSale();
  await searchAsItGoes(page, BOLIVIA, listed);

  const popup = page.getByRole("dialog", { name: "Looking for a number" });
  await expect(popup).toContainText(`At most ${roubles(listedKopecks)}`);
  await expect(popup).toContainText(`From second 30 on: at most ${roubles(mostKopecks)}`);
  expect(await balanceKopecks(page)).toBe(before);
  await expect(page).toHaveURL(/\/profile$/);
  const card = page.getByRole("article", { name: goodsOf(BOLIVIA) });
  await expect(card.getByText("Waiting for SMS", { exact: true })).toBeVisible();
  const heldKopecks = before - (await balanceKopecks(page));
  expect(heldKopecks).toBeGreaterThan(listedKopecks);
  expect(heldKopecks).toBeLessThanOrEqual(mostKopecks);
});
