import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

/** A country of the journeys' SIM bank whose codes come at once. */
const QUICK_COUNTRY = 6;

/** Calls the API as the page itself does. */
function callApi(page: Page, method: "GET" | "POST", path: string) {
  return page.evaluate(
    async ([how, address]) => {
      const answer = await fetch(`/api/${address}`, {
        method: how,
        headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
        ...(how === "POST" ? { body: "{}" } : {}),
      });
      return answer.json();
    },
    [method, path] as const,
  );
}

/** The number in a tile. */
function tile(page: Page, name: string): Locator {
  return page.getByRole("term").filter({ hasText: name }).locator("xpath=following-sibling::dd[1]");
}

async function countOf(page: Page, name: string): Promise<number> {
  return Number((await tile(page, name).textContent())?.replaceAll(/\s/g, ""));
}

test("a person buys a number, gets its code, and sees both counted while the page is open", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson());
  // The first purchase makes sure that there are figures to begin with.
  await callApi(page, "POST", `sms-users/get-number/${QUICK_COUNTRY}/tg`);
  await page.getByRole("main").getByRole("link", { name: "Statistics" }).click();
  await expect(page.getByRole("heading", { name: "Statistics", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Today" }).click();
  await expect(page).toHaveURL(/\/profile\/statistics\?days=1$/);
  // Midnight (UTC) would begin today's figures at zero again.
  await page.getByRole("button", { name: "7 days" }).click();
  await expect(page).toHaveURL(/\/profile\/statistics\?days=7$/);
  await expect(page.getByRole("table")).toBeVisible();
  const [requests, codes] = [await countOf(page, "Requests"), await countOf(page, "Codes received")];

  const bought = await callApi(page, "POST", `sms-users/get-number/${QUICK_COUNTRY}/tg`);
  expect(bought.activation ?? bought).toMatchObject({ id: expect.any(Number) });
  await expect.poll(() => countOf(page, "Requests")).toBeGreaterThan(requests);
  await expect.poll(() => countOf(page, "Codes received")).toBeGreaterThan(codes);

  await page.getByRole("button", { name: "Services" }).click();
  const telegram = page.getByRole("row").filter({ hasText: "Telegram" });
  await expect(telegram).toBeVisible();
  await page.getByRole("button", { name: "Countries" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Indonesia" })).toBeVisible();
  await expect(page.getByRole("figure")).toContainText("The table below has the numbers.");

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^statistics-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const lines = readFileSync(await download.path())
    .toString()
    .trim()
    .split("\r\n");
  expect(lines.some((line) => /^\d{4}-\d\d-\d\d,Number for SMS,Telegram,Indonesia,\d+/.test(line))).toBe(
    true,
  );
});
