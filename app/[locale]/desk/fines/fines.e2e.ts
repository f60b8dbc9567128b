import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, patient, test } from "#lib/testing/journey.ts";
import { enterStaff, enterStaffForm, logIn } from "#lib/testing/journey-demo.ts";

test("a fine that the staff announce is appealed against by its partner, refused by another person and taken", async ({
  page: desk,
  browser,
  baseURL,
  newPerson,
}) => {
  const partner = await newPerson({ isPartner: true, earnedKopecks: 150_000 });
  const cabinet = patient(await (await browser.newContext({ baseURL: String(baseURL) })).newPage());
  await logIn(cabinet, partner);
  const anna = await newPerson({ staff: "money" });
  await enterStaffForm(desk, anna, (seed) => codeAt(seed, Date.now()));

  await desk.goto("/desk/people");
  await desk.getByLabel("Id, email or name").fill(partner.email);
  await desk.getByRole("link", { name: partner.email }).click();
  await desk.getByRole("button", { name: "Propose a correction" }).click();
  const dialog = desk.getByRole("dialog");
  await dialog.getByLabel("What", { exact: true }).selectOption({ label: "Fine of a partner" });
  await dialog.getByLabel("Amount, ₽").fill("40");
  await dialog.getByLabel("Cause").selectOption({ label: "Codes withheld" });
  await dialog.getByLabel("Reason (shown to the user)").fill("Three codes were not delivered.");
  await dialog.getByRole("button", { name: /^Propose 40,00/ }).click();
  await expect(dialog).toHaveCount(0);

  await cabinet.goto("/partner/earnings");
  const fines = cabinet.getByRole("region", { name: "Fines" });
  await expect(fines).toContainText("Three codes were not delivered.");
  const sums = cabinet.getByRole("main").locator("dl").first();
  await expect(sums).toContainText(/Held for withdrawals and fines\s*40,00\s₽/);
  await fines.getByRole("button", { name: "Appeal" }).click();
  await fines.getByLabel("Why the fine is wrong").fill("The modem was off.");
  await fines.getByRole("button", { name: "Send the appeal" }).click();
  await expect(fines.getByText("Appealed", { exact: true })).toBeVisible();

  await desk.goto("/desk/fines");
  const row = desk.getByRole("listitem").filter({ hasText: partner.email });
  await expect(row).toContainText("The modem was off.");
  await expect(row).toContainText("another person refuses the appeal");
  await expect(row.getByRole("button", { name: "Refuse the appeal" })).toHaveCount(0);

  const boris = await newPerson({ staff: "money" });
  const staff = await enterStaff(String(baseURL), boris, (seed) => codeAt(seed, Date.now()));
  const { items } = (await (await staff.get("/api/desk/fines?state=appealed")).json()) as {
    items: { id: number; partner: { email: string } }[];
  };
  const fine = items.find(({ partner: { email } }) => email === partner.email);
  const decided = await staff.post(`/api/desk/fines/${fine?.id}/decide`, {
    headers: { "idempotency-key": crypto.randomUUID() },
    data: { decision: "uphold", reason: "The modem was on line." },
  });
  expect(await decided.json()).toEqual({ state: "taken" });
  await staff.dispose();

  await cabinet.reload();
  await expect(fines).toContainText("The modem was on line.");
  await expect(fines.getByText("Taken", { exact: true })).toBeVisible();
  await expect(sums).toContainText(/Available\s*1\s460,00\s₽/);
  await expect(
    cabinet
      .getByRole("main")
      .getByText(/−40,00/)
      .first(),
  ).toBeVisible();
});
