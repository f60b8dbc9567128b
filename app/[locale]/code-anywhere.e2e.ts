import type { Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";
import { buyNumber, QUICK_COUNTRY, SILENT_COUNTRY } from "#lib/testing/journey-numbers.ts";

/** At the lower edge of the pages where numbers are bought a phone shows the code to copy, and how long its number is open. */
async function findInBar(page: Page, code: string): Promise<void> {
  const words = new RegExp(String.raw`^Telegram\s*${[...code].join(String.raw`\s*`)}\s*\d+:\d\d$`);
  const main = page.getByRole("main");
  for (const path of ["/", "/telegram"]) {
    await page.goto(path);
    await expect(main.getByRole("link").filter({ hasText: words })).toBeInViewport({ ratio: 1 });
    await expect(main.getByRole("button", { name: `Copy code ${code}` })).toBeInViewport({ ratio: 1 });
  }
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

    await buyNumber(page, SILENT_COUNTRY);
    await expect(chip).toHaveText(/^1 waiting.*\d+:\d\d$/);
    await buyNumber(page, QUICK_COUNTRY);
    const told = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
    await expect(told).toHaveText(/^Telegram: code [\d ]+$/);
    const code = (await told.innerText()).replaceAll(/\D/g, "");
    await told.getByRole("button", { name: `Copy code ${code}` }).click();
    await expect(told.getByRole("status")).toHaveText("Text copied");
    if (device === "a phone") await findInBar(page, code);

    await page.goto("/");
    await expect(header.getByRole("link", { name: /^1 waiting/ })).toBeVisible();
    await chip.click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByRole("button", { name: `Copy code ${code}` })).toBeVisible();
  });
}

test("what comes for a rented number finds its renter on a page that has nothing to do with it", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson());
  await page.goto("/docs/errors");
  await expect(page.getByRole("banner").getByRole("button", { name: "Account menu" })).toBeVisible();
  const rented = await page.request.post("/api/rent", {
    headers: { "idempotency-key": crypto.randomUUID(), origin: new URL(page.url()).origin },
    data: { service_external_id: "tg", country_external_id: QUICK_COUNTRY, amount: 4 },
  });
  expect(rented.status()).toBe(200);
  const told = page.getByRole("region", { name: "Notifications" }).getByRole("listitem");
  await expect(told.first()).toHaveText(/^Telegram \+62[\d\s]+: (code [\d\s]+|new message or call)$/);
});
