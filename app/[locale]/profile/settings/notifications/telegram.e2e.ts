import path from "node:path";
import { BOT_TOKEN, startBotApi } from "#lib/testing/bot-api.ts";
import { demoFile, expect, pressInDialog, test } from "#lib/testing/journey.ts";
import { demo, fillPassword } from "#lib/testing/journey-demo.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
import { getAppLogin, withLogin } from "#lib/tooling/database/app-login.ts";
import { findRunningPostgres } from "#lib/tooling/postgres/postgres.ts";
import { getSecrets } from "#lib/tooling/start/secrets.ts";

const stateFolder = path.dirname(demoFile);

/** The bot's own process beside the product that runs: all that the site knows of the bot stands in the database. */
async function startBot(apiUrl: string): Promise<SpawnedProcess> {
  const ownersUrl = await findRunningPostgres(stateFolder, "sms_den");
  if (!ownersUrl) throw new Error(`No product runs in ${stateFolder}`);
  const { dataKey, authSecret } = getSecrets(stateFolder);
  return spawnProcess("telegram", {
    AUTH_SECRET: authSecret,
    DATA_KEY: dataKey,
    DATABASE_URL: withLogin(ownersUrl, getAppLogin(stateFolder)),
    PUBLIC_URL: new URL(demo.url).origin,
    // The SIM bank of the default start is on loopback.
    SUPPLIERS_MAY_BE_PRIVATE: "1",
    TELEGRAM_API_URL: apiUrl,
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_PORT: "0",
  });
}

test("a guest opens the bot's link, signs in, comes back and links the chat, buys a number in it, gets its code there, and cuts it off", async ({
  page,
  newPerson,
}) => {
  const telegram = await startBotApi();
  const bot = await startBot(telegram.url);
  const anna = telegram.person(Date.now() % 1_000_000_000, "Anna");
  /** What the bot says next that has such a text, and its buttons. */
  const hear = async (text: RegExp) => {
    const found = () => anna.heard().find((one) => text.test(one.text));
    await expect.poll(() => found()?.text ?? JSON.stringify(anna.heard())).toMatch(text);
    return found() ?? { text: "", buttons: [] };
  };
  try {
    await anna.command("/start");
    const { text: offer } = await hear(/bot-link/);
    await page.goto(/\/bot-link\/[\w-]+/.exec(offer)?.[0] ?? "");
    await expect(page).toHaveURL(/\/authorization\?goback=1&to=%2Fbot-link%2F/);
    await fillPassword(page, await newPerson());
    const main = page.getByRole("main");
    await expect(main.getByText(/^Link the chat Anna/)).toBeVisible();
    // The link is out of the address, so that it stands in no history.
    await expect(page).toHaveURL(/\/bot-link$/);
    await main.getByRole("button", { name: "Link the chat" }).click();
    await expect(main.getByText("The chat is linked", { exact: true })).toBeVisible();
    await main.getByRole("link", { name: "Open the settings" }).click();
    const card = page.getByRole("region", { name: "Telegram" });
    await expect(card.getByText(/^Anna/)).toBeVisible();
    await hear(/This chat is linked to your account/);

    await anna.write("telegram indonesia");
    const quoted = await hear(/^<b>Telegram<\/b>.*\nPrice: /);
    await anna.press(quoted.buttons[0]?.callback_data ?? "");
    await hear(/Code: <code>\d+<\/code>/);

    await card.getByRole("button", { name: "Unlink" }).click();
    await pressInDialog(page, "Unlink");
    await expect(card.getByRole("link", { name: "Open the bot" })).toHaveAttribute(
      "href",
      "https://t.me/TestNameBot",
    );
    await hear(/no longer linked/);
  } finally {
    await bot.stop();
    await telegram.stop();
  }
  expect(bot.printed()).not.toContain(BOT_TOKEN);
});
