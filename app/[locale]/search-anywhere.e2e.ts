import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

for (const [device, size] of [
  ["a phone", { width: 390, height: 844 }],
  ["a desktop", { width: 1440, height: 900 }],
] as const)
  test(`a search that was begun elsewhere is seen on every page, and begun anew when it found nothing, on ${device}`, async ({
    page,
    newPerson,
  }) => {
    await page.setViewportSize(size);
    await logIn(page, await newPerson());
    // No number is that cheap: it searches until its time is over.
    const begun = await page.request.post("/api/searches", {
      headers: { "idempotency-key": crypto.randomUUID(), origin: new URL(page.url()).origin },
      data: { service: "tg", country: 6, seconds: 40, maxPriceKopecks: 10 },
    });
    expect(begun.status()).toBe(200);
    await page.goto("/docs/errors");
    const chip = page.getByRole("banner").getByRole("link", { name: /waiting/ });
    await expect(chip).toHaveText(/^1 waiting/);
    await chip.click();
    const searches = page.getByRole("region", { name: "Number searches" });
    await expect(searches).toContainText("Telegram, Indonesia");
    await expect(searches).toContainText("Search over: no number appeared in time.");
    await expect(chip).toHaveCount(0);
    await expect(searches.getByRole("button", { name: /^Search up to/ })).toBeVisible();

    await searches.getByRole("button", { name: "Search again" }).click();
    const stop = searches.getByRole("button", { name: "Stop the search: Telegram, Indonesia" });
    await expect(stop).toBeVisible();
    await expect(searches.getByText("Search over: no number appeared in time.")).toHaveCount(0);
    await stop.click();
    await expect(searches).toHaveCount(0);
  });
