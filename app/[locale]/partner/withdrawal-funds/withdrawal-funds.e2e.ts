import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { enterPassword, enterStaff } from "#lib/testing/journey-demo.ts";

/** The product under test withdraws from 10 kopecks on. */
const EARNED_KOPECKS = 250_000;
/** On the partner's balance before anything is withdrawn to it. */
const ROUBLES = 500;

test("a partner moves earnings to the balance by the staff's approval, and the desk names the partner's supplier", async ({
  page,
  baseURL,
  newPerson,
}) => {
  const partner = await newPerson({ isPartner: true, earnedKopecks: EARNED_KOPECKS, roubles: ROUBLES });
  await enterPassword(page, partner);
  await expect(page).toHaveURL(/\/profile$/);
  await page.goto("/partner/withdrawal-funds");
  const sums = page.getByRole("main").locator("dl").first();
  await expect(sums).toContainText(/Available\s*2\s500,00\s₽/);
  await expect(page.getByText("No withdrawals yet")).toBeVisible();

  await page.getByRole("main").getByRole("button", { name: "Roubles" }).click();
  await page.getByRole("button", { name: /^Withdraw/ }).click();
  await expect(page.getByText("Fill in all required fields")).toBeVisible();
  await page.getByRole("button", { name: "To the balance" }).click();
  await page.getByLabel("Amount, ₽").fill("1500");
  await page.getByLabel("Comment (optional)").fill("for numbers of my own");
  await page.getByRole("button", { name: /^Withdraw 1/ }).click();
  await expect(page.getByText("Comment: for numbers of my own")).toBeVisible();
  await expect(sums).toContainText(/Held for withdrawals and fines\s*1\s500,00\s₽/);

  const lead = await newPerson({ staff: "money-lead" });
  const staff = await enterStaff(String(baseURL), lead, (seed) => codeAt(seed, Date.now()));
  const listed = await staff.get("/api/desk/withdrawals?source=partner&state=waiting");
  const { items } = (await listed.json()) as {
    items: { id: number; comment: string; supplier: { code: string } }[];
  };
  const asked = items.find(({ comment }) => comment === "for numbers of my own");
  expect(asked?.supplier.code).toMatch(/^partner-\d+$/);
  const approved = await staff.post(`/api/desk/withdrawals/${asked?.id}/steps`, {
    data: { step: "approve", reason: "checked by the journey" },
  });
  expect(approved.status(), await approved.text()).toBe(200);
  await staff.dispose();

  await page.getByRole("button", { name: "Paid", exact: true }).click();
  await expect(page.getByText("To the balance").last()).toBeVisible();
  await expect(page.getByRole("main").locator("li").getByText("Paid", { exact: true })).toBeVisible();
  await expect(sums).toContainText(/Available\s*1\s000,00\s₽/);
  await page.getByRole("button", { name: "Under way" }).click();
  await expect(page.getByText("No withdrawals with this status")).toBeVisible();
  const balance = await page.request.get("/api/sms-users/balance");
  expect(await balance.json()).toBe(ROUBLES + 1500);
});
