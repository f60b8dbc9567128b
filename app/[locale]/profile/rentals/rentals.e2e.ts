import { expect, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

test("a person rents a number on a service's page, extends it, cancels another one with the refund, and finds it again among the numbers", async ({
  page,
  newPerson,
}) => {
  await logIn(page, await newPerson());

  const rent = async () => {
    await page.goto("/telegram");
    await page.getByRole("button", { name: "Rent beta" }).click();
    await page
      .getByRole("button", { name: /^Rent from / })
      .first()
      .click();
    const dialog = page.getByRole("dialog", { name: "Rent a number" });
    await dialog.getByRole("button", { name: "4 hours" }).click();
    await dialog.getByRole("button", { name: /^Rent for/ }).click();
    await expect(page).toHaveURL(/\/profile\/rentals$/);
    const card = page.getByRole("article").first();
    await expect(card).toBeFocused();
    return card;
  };

  const first = await rent();
  await expect(first.getByRole("timer")).toHaveText(/^(4 hours|3 hours 5\d minutes) left$/);
  await first.getByRole("button", { name: "Extend" }).click();
  const dialog = page.getByRole("dialog", { name: "Extend rental" });
  await dialog.getByRole("button", { name: /^Extend for/ }).click();
  await expect(dialog).toBeHidden();
  await expect(first.getByRole("timer")).toHaveText(/^1 day (4|3) hours left$/);
  await expect(first.getByRole("button", { name: /^Cancel,/ })).toBeHidden();
  await first.getByText("Extensions: 1").click();
  await expect(first.getByRole("cell", { name: "1 day" })).toBeVisible();

  const second = await rent();
  const number = await second.locator(".select-all").innerText();
  await second.getByRole("button", { name: /^Cancel, get .+ back$/ }).click();
  await page.getByRole("button", { name: /^Cancelled \d+$/ }).click();
  const canceled = page.getByRole("article").filter({ hasText: number }).first();
  await expect(canceled.getByText("Refunded:")).toBeVisible();

  await page.goto("/profile/numbers");
  await page.getByRole("button", { name: "Rented" }).click();
  await expect(page).toHaveURL(/\?kind=rental$/);
  const rows = page.getByRole("main").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await page.getByLabel("Number or order").fill(number);
  await expect(rows).toHaveCount(1);
  await expect(rows.getByText("No SMS or calls")).toBeVisible();
  await rows.getByRole("link", { name: /^Rent again: Telegram/ }).click();
  await expect(page.getByRole("dialog", { name: "Rent a number" })).toBeVisible();

  await page.goto("/profile/history");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^No\. 5/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/profile\/numbers\?number=5\d{8}$/);
  await expect(rows).toHaveCount(1);
});
