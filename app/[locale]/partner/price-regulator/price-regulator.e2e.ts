import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

test("a partner finds no price yet, and a stranger finds no such page", async ({ page, newPerson }) => {
  await logIn(page, await newPerson({ isPartner: true }));
  await page.goto("/partner/price-regulator");
  await expect(page.getByRole("heading", { name: "Prices" })).toBeVisible();
  await expect(page.getByText("No prices yet")).toBeVisible();
  await page.getByLabel("Show").selectOption({ label: "Without a price" });
  await expect(page.getByText("Nothing is without a price")).toBeVisible();
  await page.getByLabel("Service or country").fill("telegram");
  await expect(page.getByText("Nothing fits")).toBeVisible();

  await logIn(page, await newPerson());
  expect((await page.goto("/partner/price-regulator"))?.status()).toBe(404);
});
