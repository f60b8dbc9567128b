import { expect, test } from "#lib/testing/journey.ts";

for (const path of ["/telegram", "/cn/telegram"])
  test(`who chose roubles in Russian and opens ${path} by a link has dollars, and roubles again by an own press`, async ({
    page,
  }) => {
    const html = page.locator("html");
    await page.goto("/ru/telegram");
    await expect(html).toHaveAttribute("data-currency", "rub");
    await page.getByRole("banner").locator(".currency-choice button").first().click();
    await page.goto(path);
    await expect(html).toHaveAttribute("data-currency", "usd");
    const [roubles, dollars] = [0, 1].map((at) =>
      page.getByRole("banner").locator(".currency-choice button").nth(at),
    );
    await expect(dollars!).toHaveAttribute("aria-pressed", "true");
    await page.reload();
    await expect(html).toHaveAttribute("data-currency", "usd");
    await roubles!.click();
    await page.reload();
    await expect(html).toHaveAttribute("data-currency", "rub");
    await expect(roubles!).toHaveAttribute("aria-pressed", "true");
  });
