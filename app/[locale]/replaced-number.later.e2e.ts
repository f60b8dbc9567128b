import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { moveProductClock } from "#lib/testing/journey-clock.ts";
import { logIn } from "#lib/testing/journey-demo.ts";
import type { SellerCountry } from "#lib/testing/journey-seller.ts";

/** No bank of the default start has numbers there. */
const ECUADOR: SellerCountry = { id: 105, name: "Ecuador", slug: "ecuador", dialCode: "593" };
const GOODS = "Telegram, Ecuador";

const stateFolder = process.env.JOURNEY_STATE_FOLDER;

const numberIn = async (card: Locator) =>
  Number((await card.locator(".select-all").innerText()).replaceAll(/\D/g, ""));

async function balanceOf(page: Page): Promise<number> {
  return (await (await page.request.get("/api/sms-users/balance")).json()) as number;
}

test("a number without a code is replaced after the time that its buyer chose, and only the one with the code is paid", async ({
  page,
  newPerson,
  newSeller,
}) => {
  test.skip(!stateFolder, "The clock is moved in the database of a product of this machine");
  const seller = await newSeller({ country: ECUADOR, count: 5 });
  await seller.putOnSale();
  await logIn(page, await newPerson());
  const before = await balanceOf(page);
  await page.goto("/telegram?country=ecuador");
  await page.getByRole("button", { name: /^No number at once\?/ }).click();
  await page
    .getByRole("group", { name: /^Replace the number if no SMS/ })
    .getByRole("button", { name: "1 min", exact: true })
    .click();
  // The journey before it may have moved the clock by a week, whose work the worker does first.
  await expect(page.getByRole("button", { name: GOODS })).toBeVisible();
  await page.getByRole("button", { name: GOODS }).click();
  await expect(page).toHaveURL(/\/profile$/);
  const waiting = page.getByRole("article", { name: GOODS }).filter({ hasText: "Waiting for SMS" });
  await expect(waiting.getByRole("button", { name: /^Replace if no SMS/, pressed: true })).toBeVisible();
  const first = await numberIn(waiting);
  const held = before - (await balanceOf(page));

  await moveProductClock(String(stateFolder), "61 seconds");
  // Who has not called for two minutes sells nothing.
  await seller.putOnSale();
  const replaced = page
    .getByRole("article", { name: GOODS })
    .filter({ hasText: "replaced by the next number" });
  await expect(replaced).toHaveCount(1);
  expect(await numberIn(replaced)).toBe(first);
  await expect(waiting.getByText("Replacement 1 of 3: no SMS came on the number before.")).toBeVisible();
  const second = await numberIn(waiting);
  expect(second).not.toBe(first);

  await seller.receive(second, "Telegram code 73519");
  await expect(page.getByRole("button", { name: "Copy code 73519" })).toBeVisible();
  expect(before - (await balanceOf(page))).toBeCloseTo(held, 2);
});
