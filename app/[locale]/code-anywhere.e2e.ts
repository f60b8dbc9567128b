import type { Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

/** Countries of the journeys' SIM bank: codes from the first never come, from the second at once. */
const [SILENT_COUNTRY, QUICK_COUNTRY] = [8, 6];

/** Buys as a program of the same person would, wherever the browser is. */
async function buy(page: Page, country: number): Promise<void> {
  const answer = await page.request.post(`/api/sms-users/get-number/${country}/tg`, {
    headers: { "idempotency-key": crypto.randomUUID(), origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(200);
}

for (const [device, size] of [
  ["a phone", { width: 390, height: 844 }],
  ["a desktop", { width: 1440, height: 900 }],
] as const) {
  test(`a code finds its buyer on a page that has nothing to do with it, on ${device}`, async ({
    page,
    newPerson,
  }) => {
    await page.setViewportSize(size);
    await logIn(page, await newPerson());
    await page.goto("/docs/errors");
    const header = page.getByRole("banner");
    const chip = header.getByRole("link", { name: /waiting|received/ });
    await expect(header.getByRole("button", { name: "Account menu" })).toBeVisible();
    await expect(chip).toHaveCount(0);

    await buy(page, SILENT_COUNTRY);
    await expect(chip).toHaveText(/^1 waiting.*\d+:\d\d$/);
    await buy(page, QUICK_COUNTRY);
    const told = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
    await expect(told).toHaveText(/^Telegram: code [\d ]+$/);
    const code = (await told.innerText()).replaceAll(/\D/g, "");
    await told.getByRole("button", { name: `Copy code ${code}` }).click();
    await expect(told.getByRole("status")).toHaveText("Text copied");

    await page.goto("/");
    await expect(header.getByRole("link", { name: /^1 waiting/ })).toBeVisible();
    await chip.click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole("button", { name: `Copy code ${code}` })).toBeVisible();
  });
}
