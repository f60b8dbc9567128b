import { readFileSync } from "node:fs";
import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";
import { buyNumber, cancelNumber, SILENT_COUNTRY } from "#lib/testing/journey-numbers.ts";

test("a person finds a purchase and its refund in the history, filters them and takes the month home", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson());
  const { id: order } = await buyNumber(page, SILENT_COUNTRY);
  await page.getByRole("main").getByRole("link", { name: "Balance history" }).click();
  await expect(page.getByRole("heading", { name: "Balance history", level: 1 })).toBeVisible();
  const lines = page.getByRole("listitem").filter({ hasText: `No. ${order}` });
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText("Held");

  // What happens meanwhile appears by itself: the hold is told as refunded, and the money comes in as its own line.
  await cancelNumber(page, order);
  await expect(lines).toHaveCount(2);
  await expect(lines.nth(0)).toContainText("you cancelled the number");
  await expect(lines.nth(1)).toContainText("Refunded");

  await page.getByRole("button", { name: "Outgoing" }).click();
  await expect(lines).toHaveCount(1);
  await page.getByRole("button", { name: "Incoming" }).click();
  await page.getByLabel("What for").selectOption({ label: "Demo money" });
  await expect(page).toHaveURL(/tab=incoming&kind=demo_credit/);
  await expect(page.getByRole("listitem").filter({ hasText: "Demo money" })).toHaveCount(1);
  await page.reload();
  await expect(page.getByRole("listitem").filter({ hasText: "Demo money" })).toHaveCount(1);

  // On the first of a month the purchase may be one of the month before.
  const monthAgo = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 10);
  for (const format of ["csv", "pdf"]) {
    await page.getByRole("main").getByRole("button", { name: "Download" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("From").fill(monthAgo);
    await dialog.getByLabel("Format").selectOption(format);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      dialog.getByRole("button", { name: "Download" }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^balance-.*\\.${format}$`));
    const file = readFileSync(await download.path());
    if (format === "csv") expect(file.toString()).toContain(String(order));
    else expect(file.subarray(0, 5).toString()).toBe("%PDF-");
    await expect(dialog).toHaveCount(0);
  }
});
