import { localeFacts, locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import { expect, test } from "#lib/testing/journey.ts";

test("every page ends with the marks of the ways to pay that are offered, the hours of the support and the time of its version", async ({
  page,
}) => {
  await page.goto("/services");
  const footer = page.getByRole("contentinfo");
  const marks = footer.getByRole("list", { name: "Payment methods" });
  await expect(marks.getByRole("img", { name: "AliPay" })).toHaveCount(1);
  await expect(footer.getByText("Every day 09:00–21:00 UTC")).toBeVisible();
  await expect(footer.locator("time")).toHaveAttribute("datetime", /^\d{4}-\d\d-\d\dT\d\d:\d\d/);
});

test("on a phone every language is in the first screen of the drawer", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/services");
  await page.getByRole("banner").getByRole("button", { name: "Open menu" }).click();
  const drawer = page.getByRole("dialog");
  for (const locale of locales)
    await expect(drawer.getByRole("link", { name: localeFacts[locale].name })).toBeInViewport({ ratio: 1 });
});

test("on a phone what happens without a number is said above the countries and within the first screen", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ["/", "/telegram"]) {
    await page.goto(path);
    const main = page.getByRole("main");
    const options = main.getByRole("button", { name: /^No number at once\?/ });
    await expect(options).toBeInViewport();
    const line = await options.boundingBox();
    const row = await main.locator("ul[data-rows] > li").first().boundingBox();
    expect(line?.y, path).toBeLessThan(row?.y ?? 0);
  }
});

test("in a low window the column of services scrolls by itself, so that its end can be reached", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.goto("/telegram");
  const main = page.getByRole("main");
  const end = main.getByRole("link", { name: /^All services: \d+/ });
  // Far enough down that the column stands still.
  await main.locator("ul[data-rows] > li").nth(13).scrollIntoViewIfNeeded();
  await expect(end).not.toBeInViewport();
  await main
    .getByRole("link", { name: /^WhatsApp/ })
    .first()
    .hover();
  await page.mouse.wheel(0, 1_000);
  await expect(end).toBeInViewport();
});

test("in a low window the column of services for rent scrolls by itself, and the page stays where it is", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 560 });
  await page.goto("/telegram");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Rent beta" }).click();
  const services = main.getByRole("list", { name: "Service" }).getByRole("button");
  // Far enough down that the column stands still.
  await main.locator("ul[data-rows] > li").nth(6).scrollIntoViewIfNeeded();
  await expect(services.last()).not.toBeInViewport();
  const scrolledTo = () => page.evaluate(() => window.scrollY);
  const before = await scrolledTo();
  await main
    .getByRole("button", { name: /^WhatsApp/ })
    .first()
    .hover();
  await page.mouse.wheel(0, 1_000);
  await expect(services.last()).toBeInViewport();
  expect(await scrolledTo()).toBe(before);
});

for (const locale of locales)
  test(`an unknown address is answered with 404 and words in ${locale}, and leads home`, async ({ page }) => {
    const answer = await page.goto(localizedPath(locale, "/no/such/page"));
    expect(answer?.status()).toBe(404);
    const words = (key: string) => translateMessage(locale, `site.notFound.${key}`);
    await expect(page.getByRole("heading", { level: 1, name: words("title") })).toBeVisible();
    expect(await page.title()).toContain(words("metaTitle"));
    await page
      .getByRole("main")
      .getByRole("link", { name: words("home") })
      .click();
    await page.waitForURL((url) => url.pathname === localizedPath(locale, "/"));
  });
