import type { Page } from "@playwright/test";
import { cookies } from "#lib/cookies.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { expect, test } from "#lib/testing/journey.ts";

/** From now on nothing of the page's programs can be had that it does not have already. */
async function loseFurtherParts(page: Page, known: ReadonlySet<string>): Promise<void> {
  await page.route("**/_next/static/**", (route) =>
    known.has(route.request().url()) ? route.continue() : route.abort(),
  );
}

/** Font and colours of the page. */
function looksOf(page: Page) {
  return page.locator("body").evaluate((body) => {
    const { fontFamily, backgroundColor, color } = getComputedStyle(body);
    return { fontFamily, backgroundColor, color };
  });
}

function watch(page: Page) {
  const seen = { parts: new Set<string>(), loads: 0 };
  page.on("request", (request) => {
    if (request.url().includes("/_next/static/")) seen.parts.add(request.url());
  });
  page.on("load", () => {
    seen.loads += 1;
  });
  return seen;
}

const places = [
  {
    place: "in the frame of the pages",
    path: "/tr",
    open: (page: Page) =>
      page.getByRole("banner").getByRole("button", { name: translateMessage("tr", "site.search.open") }),
  },
  {
    place: "in a page",
    path: "/tr/docs/handler-api/account",
    open: (page: Page) =>
      page
        .getByRole("main")
        .getByRole("button", { name: /getBalance$/ })
        .first(),
  },
];

for (const { place, path, open } of places)
  test(`a part ${place} that cannot be loaded loads the page anew once, then says so in the reader's language`, async ({
    page,
    baseURL,
  }) => {
    const seen = watch(page);
    await page.context().addCookies([{ name: cookies.theme.name, value: "dark", url: String(baseURL) }]);
    await page.goto(path);
    await loseFurtherParts(page, new Set(seen.parts));
    const before = seen.loads;
    const looks = await looksOf(page);
    await open(page).click();
    await expect.poll(() => seen.loads).toBe(before + 1);
    await open(page).click();
    const title = translateMessage("tr", "site.failure.title");
    await expect(page.getByRole("heading", { name: title })).toBeVisible();
    await expect(page.getByText("500", { exact: true })).toBeVisible();
    await expect(page.getByText(translateMessage("tr", "site.failure.text"))).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "tr");
    expect(await looksOf(page)).toEqual(looks);
    expect(seen.loads).toBe(before + 1);
    await page.unroute("**/_next/static/**");
    await page
      .getByRole("link", { name: translateMessage("tr", "site.failure.home") })
      .last()
      .click();
    await expect(page).toHaveURL(/\/tr$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("heading", { name: title })).toBeHidden();
  });
