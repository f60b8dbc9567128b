import type { Page } from "@playwright/test";
import { consents, cookies } from "#lib/cookies.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { demo, logIn } from "#lib/testing/journey-demo.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const controls = ["button", "link", "textbox", "searchbox", "combobox", "switch", "checkbox"] as const;

/** A reader who hears a page finds one beginning of it, and of each control what it is for. */
async function expectNames(page: Page): Promise<void> {
  await expect(page.getByRole("main")).toHaveCount(1);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
  for (const role of controls) await expect(page.getByRole(role, { name: /^\s*$/ })).toHaveCount(0);
}

test("who hears the pages of a phone finds a number by its name, buys it by touch and hears its code", async ({
  page,
  newPerson,
}) => {
  const notice = { name: cookies.cookieNotice.name, value: consents.necessary, url: demo.url };
  await page.context().addCookies([notice]);
  await logIn(page, await newPerson());
  await page.goto("/telegram?country=indonesia");
  await expectNames(page);
  // The button says what it takes, for what and from where.
  const buy = page.getByRole("main").getByRole("button", { name: /^Buy for .+: Telegram, Indonesia$/ });
  await expect(buy).toHaveCount(1);
  await buy.tap();

  await expect(page).toHaveURL(/\/profile$/);
  const card = page.getByRole("article", { name: "Telegram, Indonesia" });
  await expect(card).toHaveCount(1);
  // What was bought is where the reader is, and the code is spoken digit by digit without a step there.
  await expect(card).toBeFocused();
  await expect(page.getByRole("status").filter({ hasText: /^Telegram: code( \d)+$/ })).toHaveCount(1);
  await expectNames(page);
  const copy = card.getByRole("button", { name: /^Copy code \d+$/ });
  await copy.tap();
  await expect(copy.getByRole("status")).toHaveText("Text copied");
  await card.getByRole("button", { name: "Finish" }).tap();
  await expect(card.getByText("Finished", { exact: true })).toBeVisible();
});
