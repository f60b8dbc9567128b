import type { Page } from "@playwright/test";
import { consents, cookies } from "#lib/cookies.ts";
import { locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { findingsOf } from "#lib/testing/axe.ts";
import { expect, test } from "#lib/testing/journey.ts";

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const themes = ["light", "dark"] as const;
/** The parts in which a press opens something over the page, and how much of it there is at least. */
const opening = { ui: 6, goods: 1, accounts: 2 };

test.beforeEach(async ({ context, baseURL }) => {
  // The notice lies over what is at the edge of the screen until it has been read.
  await context.addCookies([
    { name: cookies.cookieNotice.name, value: consents.necessary, url: String(baseURL) },
  ]);
});

for (const locale of locales) {
  test(`every part and state fits a phone and a desktop and is fit for all, in both themes (${locale})`, async ({
    page,
  }) => {
    await openGallery(page, localizedPath(locale, "/gallery"));
    for (const size of [desktop, phone]) {
      await page.setViewportSize(size);
      expect.soft(await page.evaluate(overflowing)).toEqual([]);
    }
    for (const [at, colorScheme] of themes.entries()) {
      // By turns, so that over the languages each theme is seen on both.
      await page.setViewportSize((at + locales.indexOf(locale)) % 2 === 0 ? phone : desktop);
      await page.emulateMedia({ colorScheme });
      const found = await findingsOf(page, at === 0 ? "everything" : "colours");
      // A part that is a landmark stands here once for each of its states.
      expect.soft(found.filter((finding) => !finding.startsWith("landmark-unique"))).toEqual([]);
    }
    await page.setViewportSize(phone);
    const extend = translateMessage(locale, "rentals.mine.extend");
    await page.getByRole("button", { name: extend, exact: true }).first().click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect.soft(await page.evaluate(overflowing)).toEqual([]);
    expect.soft(await findingsOf(page, "colours")).toEqual([]);
  });
}

for (const [part, least] of Object.entries(opening)) {
  test(`what opens over the page fits a phone and a desktop and is fit for all, in both themes (${part})`, async ({
    page,
  }) => {
    await openGallery(page, `/gallery?part=${part}`);
    const openers = page.locator("[data-opens]");
    expect(await openers.count()).toBeGreaterThanOrEqual(least);
    for (const [at, opener] of (await openers.all()).entries()) {
      await page.setViewportSize(at % 2 === 0 ? phone : desktop);
      await page.emulateMedia({ colorScheme: themes[at % 2] });
      await opener.click();
      const kind = await opener.getAttribute("data-opens");
      const opened = kind === "toasts" ? page.getByText(/^error: /) : page.getByRole(kind as "dialog");
      await expect(opened).toBeVisible();
      for (const size of [desktop, phone]) {
        await page.setViewportSize(size);
        expect.soft(await page.evaluate(overflowing)).toEqual([]);
      }
      // Of the menu's places that hand the focus on axe thinks that they hold it.
      expect.soft(await findingsOf(page, kind === "menu" ? "colours" : "everything")).toEqual([]);
      await page.keyboard.press("Escape");
      if (kind !== "toasts") await expect(opened).toBeHidden();
    }
  });
}

test.describe("for a person who has not asked for less motion", () => {
  test.use({ contextOptions: { reducedMotion: "no-preference" } });

  test("dialogs and menus of every kind fade in and out, and are gone afterwards", async ({ page }) => {
    await page.goto("/gallery?part=ui");
    for (const opener of await page.locator("[data-opens=dialog], [data-opens=menu]").all()) {
      await opener.click();
      const opened = page.getByRole((await opener.getAttribute("data-opens")) as "dialog" | "menu");
      await expect(opened).toHaveCSS("transition-duration", "0.15s");
      await page.keyboard.press("Escape");
      await expect(opened).toHaveCount(0);
    }
  });
});

async function openGallery(page: Page, path: string): Promise<void> {
  await page.setViewportSize(desktop);
  await page.goto(path);
  await page.locator("[data-gallery]").waitFor();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll<HTMLDetailsElement>("main details")) details.open = true;
    // Colours change at once, and what is not on the screen is drawn too.
    const style = new CSSStyleSheet();
    style.replaceSync("* { transition: none !important; content-visibility: visible !important }");
    document.adoptedStyleSheets = [style];
  });
}

/** Runs in the browser: what is wider than its place, by the specimen's name; "page" when the page itself scrolls. */
function overflowing(): string[] {
  const wide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth + 1;
  const specimens = [...document.querySelectorAll<HTMLElement>("[data-specimen]")].filter(wide);
  const names = specimens.map(({ dataset, scrollWidth, clientWidth }) => {
    return `${dataset.specimen}: ${scrollWidth} in ${clientWidth}`;
  });
  return wide(document.documentElement) ? ["page", ...names] : names;
}
