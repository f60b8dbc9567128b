import { type APIRequestContext, request } from "@playwright/test";
import { expect, pressInDialog, test } from "#lib/testing/journey.ts";
import { logIn } from "#lib/testing/journey-demo.ts";

/** What a bot gets for the balance, asked as curl asks: no cookies, no browser headers. */
async function balanceAsked(bot: APIRequestContext, key: string): Promise<string> {
  return (await bot.get(`/stubs/handler_api.php?action=getBalance&api_key=${key}`)).text();
}

test("a person changes the settings, makes a key, uses it, and replaces it", async ({
  page,
  baseURL,
  newPerson,
}) => {
  const person = await newPerson({ roubles: 0 });
  await logIn(page, person);
  await page.getByRole("main").getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings", level: 1 })).toBeVisible();

  const name = `Name ${Date.now().toString(36)}`;
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings changed")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue(name);

  const parts = page.getByRole("navigation", { name: "Parts of the settings" });
  await parts.getByRole("link", { name: "Notifications" }).click();
  await expect(page).toHaveURL(/\/profile\/settings\/notifications$/);
  await page.getByLabel(/Low balance/).fill("99,5");
  const sound = page.getByRole("switch", { name: "Sound when a code arrives" });
  const wasOn = await sound.isChecked();
  await sound.click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings changed").first()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel(/Low balance/)).toHaveValue("99.50");
  expect(await sound.isChecked()).toBe(!wasOn);

  await parts.getByRole("link", { name: "Security" }).click();
  await expect(page.getByText("This device", { exact: true })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel(/Low balance/)).toBeVisible();
  await parts.getByRole("link", { name: "API" }).click();
  await expect(parts.getByRole("link", { name: "API" })).toHaveAttribute("aria-current", "page");

  const bot = await request.newContext({ baseURL });
  const legacy = page.getByRole("listitem").filter({ hasText: "Key for existing bots" });
  const fresh = page.getByTestId("fresh-key");
  const newKey = async () => {
    const make = page.getByRole("button", { name: "Create a key for existing bots" });
    await expect(make.or(legacy).first()).toBeVisible();
    const isFirst = await make.isVisible();
    await (isFirst ? make : legacy.getByRole("button", { name: "Replace" })).click();
    await page.getByRole("dialog").getByLabel("Password", { exact: true }).fill(person.password);
    await pressInDialog(page, isFirst ? "Create the key" : "Replace");
    await expect(fresh).toHaveText(/^[0-9a-f]{32}$/);
    return fresh.innerText();
  };
  const first = await newKey();
  expect(await balanceAsked(bot, first)).toMatch(/^ACCESS_BALANCE:/);
  await page.reload();
  await expect(page.getByText(`${first.slice(0, 6)}••••••`)).toBeVisible();
  await expect(page.getByText(first)).toHaveCount(0);
  const second = await newKey();
  expect(second).not.toBe(first);
  expect(await balanceAsked(bot, first)).toBe("BAD_KEY");
  expect(await balanceAsked(bot, second)).toMatch(/^ACCESS_BALANCE:/);
  await legacy.getByRole("button", { name: "Revoke" }).click();
  await pressInDialog(page, "Revoke");
  await expect(legacy).toHaveCount(0);
  expect(await balanceAsked(bot, second)).toBe("BAD_KEY");

  const keyName = `Sandbox ${Date.now().toString(36)}`;
  await page.getByRole("button", { name: "Create a key", exact: true }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(keyName);
  await page.getByRole("dialog").getByLabel("Kind").selectOption("sandbox");
  await page.getByRole("dialog").getByRole("button", { name: "Create the key" }).click();
  await expect(fresh).toHaveText(/^test[0-9a-f]{28}$/);
  const sandbox = await fresh.innerText();
  const ask = async (rest: string) =>
    (await bot.get(`/stubs/handler_api.php?api_key=${sandbox}&${rest}`)).text();
  expect(await ask("action=getNumber&service=tg&country=6")).toBe("ACCESS_NUMBER:900000001:62900000001");
  await ask("action=sandboxAdvance&seconds=2");
  expect(await ask("action=getStatus&id=900000001")).toBe("STATUS_OK:12345");
  expect(await ask("action=getBalance")).toBe("ACCESS_BALANCE:990.00");
  await page.getByRole("button", { name: `Revoke ${keyName}` }).click();
  await pressInDialog(page, "Revoke");
  await expect(page.getByRole("button", { name: `Revoke ${keyName}` })).toHaveCount(0);
  expect(await ask("action=getBalance")).toBe("BAD_KEY");
  await bot.dispose();
});
