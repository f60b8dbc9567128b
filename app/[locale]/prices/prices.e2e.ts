import type { Page } from "@playwright/test";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

/**
 * Words that are shown on more than one line though they have no place to break at. Chinese may break anywhere: of it the words that are
 * alone in their place of a table, and not longer than a name of one word.
 */
const brokenWords = (page: Page) =>
  page.getByRole("main").evaluate((main) => {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      const around = node.parentElement;
      // After a hyphen or a slash there is a place to break at.
      for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\d.,$₽]+/gu)) {
        if (/\p{Script=Han}/u.test(word)) {
          if (!around?.closest("th, td") || text.trim() !== word || word.length > 8) continue;
          const whole = document.createRange();
          whole.selectNodeContents(node);
          const lineHeight = Number.parseFloat(getComputedStyle(around).lineHeight);
          if (!(whole.getBoundingClientRect().height < 1.5 * lineHeight)) broken.push(word);
          continue;
        }
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 4)));
        if (lines.size > 1) broken.push(word);
      }
    }
    return broken;
  });

const phones = [360, 390].map((width) => ({ width, height: 844 }));

for (const languages of [
  ["", "/ru", "/es"],
  ["/tr", "/cn", "/hi"],
])
  test(`on a phone no word of the prices is broken, in three languages (${languages.at(-1)})`, async ({
    page,
    newPerson,
  }) => {
    await logIn(page, await newPerson());
    for (const prefix of languages) {
      for (const path of ["/prices", "/prices?country=indonesia", "/profile/tariffs"]) {
        await page.goto(`${prefix}${path}`);
        for (const phone of phones) {
          await page.setViewportSize(phone);
          expect(await brokenWords(page), `${prefix}${path} at ${phone.width} px`).toEqual([]);
        }
      }
    }
  });

test("a Chinese name that is squeezed into two lines of the prices is found", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/cn/prices");
  expect(await brokenWords(page)).toEqual([]);
  const squeezed = await page
    .getByRole("rowheader")
    .getByText(/^\p{Script=Han}{2,8}$/u)
    .first()
    .evaluate((name) => {
      if (name instanceof HTMLElement) name.style.width = "1em";
      return name.textContent;
    });
  expect(await brokenWords(page)).toEqual([squeezed]);
});

/** Rows of numbers that do not say all they have to: the stock is cut short, or the price in the other currency is missing. */
const cutRows = (page: Page) =>
  page
    .getByRole("main")
    .locator("ul[data-rows] > li:visible")
    .evaluateAll((rows) =>
      rows.flatMap((row) => {
        const [stock, price] = row.querySelectorAll("p.flex.h-5 > span");
        if (!(stock instanceof HTMLElement && price instanceof HTMLElement)) return ["a row without words"];
        const isWhole = stock.scrollWidth <= stock.clientWidth;
        return isWhole && price.offsetTop === stock.offsetTop ? [] : [row.textContent];
      }),
    );

test("on a phone every row of numbers says its whole stock and both prices, in six languages", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const prefix of ["", "/ru", "/es", "/tr", "/cn", "/hi"])
    for (const path of ["/", "/telegram"]) {
      await page.goto(`${prefix}${path}`);
      await expect(page.getByRole("main").locator("ul[data-rows] > li").first()).toBeVisible();
      expect(await cutRows(page), `${prefix}${path}`).toEqual([]);
    }
});

test("prices are filtered while one types, and lead to the number with nothing typed there", async ({
  page,
}) => {
  await page.goto("/prices");
  await page.getByRole("searchbox", { name: "Find in the table" }).pressSequentially("indo");
  await expect(page).toHaveURL(/[?&]q=indo$/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await expect(page.getByRole("searchbox", { name: "Find in the table" })).toHaveValue("indo");
  await page.getByRole("link", { name: "Buy: Indonesia" }).click();
  await expect(page).toHaveURL(/\/telegram\?country=indonesia$/);
  const first = page.getByRole("main").locator("ul[data-rows] > li").first();
  await expect(first).toContainText("your choice");
  await expect(page.getByRole("searchbox", { name: "Find a country" })).toHaveValue("");

  await page.goto("/prices");
  await page.getByLabel("Prices in a country").selectOption("Indonesia");
  await expect(page).toHaveURL(/\/prices\?country=indonesia$/);
  await expect(page.getByRole("heading", { name: "Indonesia: prices by service" })).toBeVisible();
});

test("what is typed into the table's search before the page's scripts have come filters it when they have", async ({
  context,
}) => {
  const page = await context.newPage();
  const scripts = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.+\.js/, async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await page.goto("/prices", { waitUntil: "commit" });
  await page.getByRole("searchbox", { name: "Find in the table" }).pressSequentially("ind");
  scripts.resolve();
  await page.getByRole("searchbox", { name: "Find in the table" }).pressSequentially("o");
  await expect(page).toHaveURL(/[?&]q=indo$/);
  await expect(page.getByRole("rowheader")).toHaveCount(1);
  await expect(page.getByRole("searchbox", { name: "Find in the table" })).toHaveValue("indo");
});

test("how many numbers somebody may have at once stands beside their prices, and not in the settings", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson());
  const limits = page.getByRole("region", { name: "Numbers at once" });
  await page.goto("/profile/tariffs");
  await expect(limits).toBeVisible();
  for (const part of ["", "/security", "/api", "/notifications"]) {
    await page.goto(`/profile/settings${part}`);
    await expect(limits, part).toHaveCount(0);
  }
});

test("one's own prices have no cards of the loyalty programme, which has a page of its own", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson());
  const main = page.getByRole("main");
  await page.goto("/profile/loyalty-program");
  await expect(main.getByRole("heading", { name: "Paid weeks" })).toBeVisible();
  const cards = await main.getByRole("heading", { level: 2 }).allInnerTexts();
  await page.goto("/profile/tariffs");
  await expect(main.getByRole("region", { name: "Numbers at once" })).toBeVisible();
  const own = await main.getByRole("heading", { level: 2 }).allInnerTexts();
  expect(own.filter((heading) => cards.includes(heading))).toEqual([]);
});
