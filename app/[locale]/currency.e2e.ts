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

test("who has only looked at an English page has roubles in Russian, and dollars there after an own press", async ({
  page,
}) => {
  const html = page.locator("html");
  const kept = async (name: string) =>
    (await page.context().cookies()).find((cookie) => cookie.name === name)?.value;
  await page.goto("/telegram");
  await expect.poll(() => kept("currency")).toBe("usd");
  await page.goto("/ru/telegram");
  await expect(html).toHaveAttribute("data-currency", "rub");
  await expect.poll(() => kept("currency")).toBe("rub");
  await page.goto("/telegram");
  await page.getByRole("banner").locator(".currency-choice button").nth(1).click();
  await expect.poll(() => kept("chosen-currency")).toBe("usd");
  await page.goto("/ru/telegram");
  await expect(html).toHaveAttribute("data-currency", "usd");
});
