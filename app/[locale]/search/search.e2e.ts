import { expect, test } from "#lib/testing/journey.ts";
import { demo } from "#lib/testing/journey-demo.ts";

const windows = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } } as const;

for (const [device, size] of Object.entries(windows))
  test(`a reader finds a service over the page and articles on the page of the search, on ${device}, by the keyboard alone`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await page.goto("/services");
    await page.getByRole("banner").getByRole("button", { name: "Search the site" }).press("Enter");
    const box = page.getByRole("dialog", { name: "Search" }).getByRole("searchbox");
    await box.pressSequentially("телеграм");
    await expect(page.getByRole("dialog").getByRole("link", { name: "Telegram", exact: true })).toBeVisible();
    await box.fill("code");
    await box.press("Enter");
    await expect(page).toHaveURL(/\/search\?q=code$/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const main = page.getByRole("main");
    await expect(main.getByRole("searchbox")).toHaveValue("code");
    if (demo.contentDesk) {
      const articles = main.getByRole("region", { name: "Articles" });
      await expect(articles.getByRole("link", { name: "The code does not come: what to do" })).toBeVisible();
      await main.getByRole("link", { name: "Help", exact: true }).press("Enter");
      await expect(page).toHaveURL(/tab=faq/);
      await expect(articles).toHaveCount(0);
    }
    await main.getByRole("searchbox").fill("telegarm");
    await main.getByRole("searchbox").press("Enter");
    await expect(main.getByText("Nothing found for “telegarm”")).toBeVisible();
    await main
      .getByRole("region", { name: "Did you mean" })
      .getByRole("link", { name: "Telegram", exact: true })
      .press("Enter");
    await expect(page).toHaveURL(/\/telegram$/);
  });

test("a list of services is shown on by a link, and nothing of the page is wider than a phone", async ({
  page,
}) => {
  await page.setViewportSize(windows.phone);
  await page.goto("/es/search?q=a&tab=services");
  const hits = page.getByRole("region", { name: "Servicios" }).getByRole("listitem");
  await expect(hits).toHaveCount(20);
  await page.getByRole("link", { name: "Mostrar más" }).click();
  await expect(hits).toHaveCount(40);
  for (const path of ["/search", "/hi/search?q=a", `/ru/search?q=${"w".repeat(100)}`]) {
    await page.goto(path);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
  }
});

test("no index takes the page of the search, and the sitemap leaves it out", async ({ page, request }) => {
  for (const path of ["/search", "/ru/search?q=sms"]) {
    await page.goto(path);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
  }
  expect(await page.title()).toContain("sms");
  expect(await (await request.get("/sitemap.xml")).text()).not.toMatch(/\/search</);
});

test("a search on the blog shows articles, and one on the help page answers", async ({ page }) => {
  test.skip(!demo.contentDesk, "There are texts where the content desk is");
  for (const [path, tab] of [
    ["/blog", "Articles"],
    ["/faq", "Help"],
  ] as const) {
    await page.goto(path);
    await page.getByRole("main").getByRole("searchbox").fill("number");
    await page.getByRole("main").getByRole("searchbox").press("Enter");
    await expect(page).toHaveURL(/\/search\?.*q=number/);
    await expect(page.getByRole("main").getByRole("link", { name: tab, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(page.getByRole("main").getByRole("region", { name: tab })).toBeVisible();
  }
});
