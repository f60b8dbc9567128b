import { expect, patient, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

test("a partner imports numbers, takes one off sale and puts it on again; others find no cabinet", async ({
  page,
  browser,
  newPerson,
}) => {
  await logIn(page, await newPerson({ isPartner: true }));
  await page.getByRole("navigation", { name: "Profile" }).getByRole("link", { name: "Partner" }).click();
  await expect(page).toHaveURL(/\/partner$/);
  await expect(page.getByText("Your sale is paused")).toBeVisible();

  await page.getByRole("button", { name: "Create a new key" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create a new key" }).click();
  await expect(page.getByText("Copy the key now")).toBeVisible();
  await expect(page.getByText(/^sup_/)).toBeVisible();

  await page.getByRole("link", { name: "SIM cards" }).click();
  // The overview's own words for a partner without numbers are nearly the same.
  await page.locator("summary", { hasText: "Import numbers from a file" }).click();
  // Other runs of this journey on the same product have their own numbers; all of them begin with 62 8, as Indonesia's do.
  const first = 62_811_000_000 + (Date.now() % 80_000_000);
  const text = [`+${first},indonesia,telkomsel,p1`, `${first + 1},indonesia`, "12345,indonesia"].join("\n");
  await page.getByLabel("File (CSV or TXT)").setInputFiles({
    name: "numbers.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(text),
  });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 numbers of 3 lines were imported.")).toBeVisible();
  await expect(page.getByText("Not a phone number with its country code.")).toBeVisible();

  const row = page
    .getByRole("listitem")
    .filter({ hasText: `+${first}` })
    .filter({ has: page.getByRole("checkbox") });
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Take off sale" }).click();
  await expect(row.getByText("Off sale")).toBeVisible();
  await page.getByLabel("State").selectOption("Off sale");
  await expect(page).toHaveURL(/state=held/);
  await page.reload();
  await expect(row.getByText("Off sale")).toBeVisible();
  await row.getByRole("checkbox").check();
  await page.getByRole("button", { name: "Put on sale" }).click();
  await expect(page.getByText("No number fits")).toBeVisible();

  await page.goto(`/partner/sim-card?search=${first}`);
  await expect(row).toContainText(/earned \$?0,00/);
  await row.getByRole("link", { name: "History" }).click();
  await expect(page).toHaveURL(new RegExp(`/partner/activations-history\\?number=${first}$`));
  await expect(page.getByLabel("Digits of the number")).toHaveValue(String(first));

  const stranger = patient(
    await (await browser.newContext({ baseURL: test.info().project.use.baseURL })).newPage(),
  );
  await logIn(stranger, await newPerson());
  for (const path of ["/partner", "/partner/sim-card"]) {
    expect((await stranger.goto(path))?.status()).toBe(404);
  }
});
