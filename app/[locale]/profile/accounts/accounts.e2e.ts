import { readFileSync } from "node:fs";
import { codeAt } from "#features/identity/second-factor/second-factor.gateway.ts";
import { expect, test } from "#lib/testing/journey.ts";
import { enterStaff, logIn } from "#lib/testing/journey-demo.ts";

test("the staff put accounts on sale, a guest is asked to sign in, and a buyer gets two of them, downloads them, finds them again, downloads the same file as often as wished without paying again, claims one that does not work and gets another", async ({
  page,
  baseURL,
  newPerson,
}) => {
  const staff = await enterStaff(String(baseURL), await newPerson({ staff: "money" }), (seed) =>
    codeAt(seed, Date.now()),
  );
  const send = async (path: string, data: object) => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const answer = await staff.post(`/api/desk/ready-accounts${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const own = `aged ${Date.now()}`;
  const { id } = await send("/offers", {
    ...{
      serviceId: 52,
      countryId: 6,
      groupName: "Session files",
      name: `Telegram, ${own}`,
      format: "session",
    },
    ...{ registrationType: "auto", description: "<p>Works <b>anywhere</b></p>", template: "login:password" },
    ...{ priceKopecks: 1_000, minCount: 1, warrantyHours: 24, reason: "a journey" },
  });
  const lines = [1, 2, 3].map((nth) => `journey-${Date.now()}-${nth}:secret-${nth}`);
  await send(`/offers/${id}/stock`, { text: lines.join("\n"), reason: "a journey" });
  await send(`/offers/${id}/step`, { step: "put_on_sale", reason: "a journey" });

  const choose = async () => {
    await page.goto("/?type=readyAccounts");
    await page.getByRole("searchbox", { name: "Search services" }).fill("tele");
    await page.getByRole("button", { name: "Telegram" }).click();
    await page.getByRole("button", { name: `: Telegram, ${own}` }).click();
  };
  await choose();
  await expect(page).toHaveURL(/\/authorization\?goback=1/);

  await logIn(page, await newPerson());
  await choose();
  await page
    .getByRole("dialog", { name: "Before you buy" })
    .getByRole("button", { name: "OK", exact: true })
    .click();
  const dialog = page.getByRole("dialog", { name: `Telegram, ${own}` });
  await expect(dialog.getByText("anywhere")).toBeVisible();
  await dialog.getByRole("button", { name: "One more" }).click();
  await dialog.getByRole("button", { name: /^Buy for/ }).click();
  const delivered = page.getByRole("dialog", { name: "Your accounts" });
  await expect(delivered.getByText(lines[1] as string)).toBeVisible();
  const downloading = page.waitForEvent("download");
  await delivered.getByRole("button", { name: "Download" }).click();
  const file = await downloading;
  const name = `grizzly-accounts-${id}.txt`;
  expect(file.suggestedFilename()).toBe(name);
  const bytes = readFileSync(await file.path());
  expect(JSON.parse(bytes.toString("utf8"))).toEqual(lines.slice(0, 2));
  const money = async () => {
    const answers = ["/api/sms-users/balance", "/api/ready-accounts/orders"].map((path) =>
      page.request.get(path),
    );
    return Promise.all(answers.map(async (answer) => (await answer).json()));
  };
  const paid = await money();

  await delivered.getByRole("link", { name: "your accounts" }).click();
  await expect(page).toHaveURL(/\/profile\/accounts$/);
  const order = page.getByRole("main").getByRole("listitem").filter({ hasText: own });
  await order.getByRole("button", { name: "Show" }).click();
  await expect(order.getByText(lines[0] as string)).toBeVisible();
  for (let time = 0; time < 2; time += 1) {
    const again = page.waitForEvent("download");
    await order.getByRole("button", { name: "Download", exact: true }).click();
    const same = await again;
    expect(same.suggestedFilename()).toBe(name);
    expect(readFileSync(await same.path()).equals(bytes)).toBe(true);
  }
  expect(await money()).toEqual(paid);
  expect(paid[1].orders).toHaveLength(1);
  await order.getByRole("button", { name: /^Does not work ?: 2$/ }).click();
  const claiming = page.getByRole("dialog", { name: "Account 2 does not work" });
  await claiming.getByRole("textbox").fill("it is closed");
  await claiming.getByRole("button", { name: "Send the claim" }).click();
  await expect(order.getByText("Waits for a decision")).toBeVisible();
  const waiting = await (await staff.get("/api/desk/ready-accounts/claims?state=open")).json();
  const claim = waiting.items.find(({ offer }: { offer: { id: number } }) => offer.id === id);
  await send(`/claims/${claim.id}/decide`, { decision: "accept", reason: "a journey" });
  await staff.dispose();
  await page.reload();
  await order.getByRole("button", { name: "Show" }).click();
  await expect(order.getByText("Replaced")).toBeVisible();
  await expect(order.getByText(lines[2] as string)).toBeVisible();
  await page.goto("/profile/history");
  const line = page.getByRole("main").getByRole("listitem").filter({ hasText: "Telegram" }).first();
  await expect(line.locator('a[href="/profile/accounts"]')).toBeVisible();
});
