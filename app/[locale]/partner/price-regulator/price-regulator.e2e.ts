import { expect, test } from "#lib/testing/journey.ts";
import { enterPassword } from "#lib/testing/journey-demo.ts";

test("a partner finds no price yet, and a stranger finds no such page", async ({ page, newPerson }) => {
  const partner = await newPerson({ isPartner: true });
  await enterPassword(page, partner);
  await page.goto("/partner/price-regulator");
  await expect(page.getByRole("heading", { name: "Prices" })).toBeVisible();
  await expect(page.getByText("No prices yet")).toBeVisible();
  await page.getByLabel("Show").selectOption({ label: "Without a price" });
  await expect(page.getByText("Nothing is without a price")).toBeVisible();
  await page.getByLabel("Service or country").fill("telegram");
  await expect(page.getByText("Nothing fits")).toBeVisible();
});
