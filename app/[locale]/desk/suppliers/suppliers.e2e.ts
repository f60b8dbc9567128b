import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { enterStaffForm } from "#lib/testing/journey-demo.ts";

test("one of the staff takes an agent on, sees its key once, sets costs and pauses it", async ({
  page,
  newPerson,
}) => {
  const member = await newPerson({ staff: "money" });
  await enterStaffForm(page, member, (seed) => codeAt(seed, Date.now()));

  const code = `agent-${Date.now().toString(36)}`;
  const name = `Agent ${code}`;
  await page.goto("/desk/suppliers");
  await page.getByRole("button", { name: "Add a supplier" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Code").fill(code);
  await dialog.getByLabel("Name").fill(name);
  // Nobody listens there.
  await dialog.getByLabel("Address (https)").fill("http://127.0.0.1:9/agent");
  await dialog.getByLabel("Reason").fill("a new partner");
  await dialog.getByRole("button", { name: "Add a supplier" }).click();
  await expect(page.getByText("Keep this key now")).toBeVisible();
  await expect(page.getByText(/^sup_\w{40}$/)).toBeVisible();

  await page.getByLabel("Code or name").fill(code);
  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page.getByText(/^sup_/)).toHaveCount(0);

  await page.getByRole("button", { name: "Set costs" }).click();
  await dialog.getByLabel("List", { exact: true }).fill("atlantis,tg,5");
  await dialog.getByLabel("Reason").fill("as agreed");
  await dialog.getByRole("button", { name: "Set costs" }).click();
  await expect(dialog.getByText("Line 1: unknown country (atlantis)")).toBeVisible();
  await dialog.getByLabel("List", { exact: true }).fill("kenya,tg,5");
  await dialog.getByRole("button", { name: "Set costs" }).click();
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: "Pause" }).click();
  await dialog.getByLabel("Reason").fill("not yet");
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByText("Paused", { exact: true })).toBeVisible();
  // Another shop is bought from with our key there, in its currency.
  await page.goto("/desk/suppliers");
  await page.getByRole("button", { name: "Add a supplier" }).click();
  await dialog.getByLabel("Kind").selectOption({ label: "Another shop: we buy from it" });
  await dialog.getByLabel("Code").fill(`${code}-shop`);
  await dialog.getByLabel("Name").fill(`Shop ${code}`);
  await dialog.getByLabel("Address of its handler_api.php").fill("http://127.0.0.1:9/stubs/handler_api.php");
  await dialog.getByLabel("The shop's currency").selectOption({ label: "US dollar" });
  await dialog.getByLabel("Roubles for a dollar").fill("92,50");
  await dialog.getByLabel("Least balance at the shop").fill("50");
  await dialog.getByLabel("Our API key at the shop").fill(`key-${code}-0123456789`);
  await dialog.getByLabel("Reason").fill("a new shop");
  await dialog.getByRole("button", { name: "Add a supplier" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Keep this key now")).toHaveCount(0);
  await page.getByLabel("Code or name").fill(`${code}-shop`);
  await page.getByRole("link", { name: `Shop ${code}` }).click();
  await expect(page.getByText("50,00 USD")).toBeVisible();
  await expect(page.getByText(`key-${code}`)).toHaveCount(0);
  await page.goto(`/desk/suppliers/${code}`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  // The end is for a lead.
  await expect(page.getByRole("button", { name: "End for good" })).toHaveCount(0);
});
