import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

for (const [device, width] of [
  ["a phone", 390],
  ["a desktop", 1440],
] as const)
  test(`who comes to a country without numbers is led on and told when there are some, on ${device}`, async ({
    page,
    newPerson,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await logIn(page, await newPerson());
    await page.goto("/countries");
    // What can be bought stands first, with a price and what there is.
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(
      /from .*\d · \d+ services?/,
    );
    await page.getByRole("region", { name: "No numbers at the moment" }).getByRole("link").first().click();
    await expect(page.getByText(/has no numbers at the moment$/)).toBeVisible();

    await page.getByRole("button", { name: "Tell me when numbers are back" }).click();
    await expect(page.getByText("We will tell you")).toBeVisible();

    const neighbours = page.getByRole("region", { name: "Nearest countries with numbers" });
    await expect(neighbours.getByRole("link")).toHaveCount(3);
    await neighbours.getByRole("link").first().click();
    await expect(page.getByText("Choose a service to buy a number")).toBeVisible();
    await expect(page.getByRole("main").getByRole("listitem").first()).toContainText(/\d numbers?/);
  });

test("who searches the countries for one that is not there can ask for it on the spot", async ({ page }) => {
  await page.goto("/countries");
  await page.getByRole("searchbox", { name: "Find a country" }).fill("Atlantis");
  const main = page.getByRole("main");
  await expect(main.getByText("No such country. Try another spelling.")).toBeVisible();
  await main.getByLabel("Website address").fill("example.com");
  await expect(main.getByRole("button", { name: "Send the request" })).toBeVisible();
});

test("services are told with price and stock, those without numbers last, and searched ones tell it too", async ({
  page,
}) => {
  await page.goto("/services");
  const list = page.getByRole("main");
  await expect(list.getByRole("listitem").first()).toContainText(/from .*\d · .*\d numbers?/);
  const without = page.getByRole("region", { name: "No numbers at the moment" }).getByRole("link");
  const name = String(await without.first().locator(".truncate").textContent());
  await page.goto("/");
  await expect(page.getByRole("link", { name: /^Telegram from .*\d · .*\d numbers?/ })).toBeVisible();
  await page.getByRole("combobox", { name: "Find a service" }).fill(name);
  const found = page.getByRole("option").filter({ hasText: name }).first();
  await expect(found).toContainText("no numbers now");
  await found.click();
  await expect(page.getByText("Number temporarily unavailable")).toBeVisible();
  await expect(page.getByRole("button", { name: "Tell me when numbers are back" })).toBeVisible();
});
