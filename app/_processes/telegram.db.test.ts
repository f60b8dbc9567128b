import { afterAll, expect, test } from "vitest";
import { givenTelegram } from "#features/notifications/telegram/telegram-stand-in.factory.ts";
import { env } from "#lib/env.ts";
import { BOT_TOKEN } from "#lib/testing/bot-api.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type SpawnedProcess, spawnOnFreePort, spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { url } = await useTestDb();
const telegram = await givenTelegram();
const settings = {
  AUTH_SECRET: env.AUTH_SECRET as string,
  DATA_KEY: env.DATA_KEY as string,
  DATABASE_URL: url,
  TELEGRAM_API_URL: telegram.url,
  TELEGRAM_PORT: "0",
};
const running: SpawnedProcess[] = [];
afterAll(async () => {
  for (const one of running) await one.stop("SIGKILL");
});

async function start(more: Record<string, string> = {}): Promise<SpawnedProcess> {
  const started = await spawnProcess("telegram", { ...settings, TELEGRAM_BOT_TOKEN: BOT_TOKEN, ...more });
  running.push(started);
  return started;
}

test("the process telegram does not start without a token, and says what to set", async () => {
  await expect(spawnProcess("telegram", settings)).rejects.toThrow(
    /ended with 1.*TELEGRAM_BOT_TOKEN is missing/s,
  );
}, 60_000);

/** In which languages Telegram was told the commands; the English ones are everybody's who has no others. */
const languagesOfCommands = () =>
  telegram.calls
    .filter(({ method }) => method === "setMyCommands")
    .map(({ body }) => String(body.language_code ?? "en"))
    .toSorted();

test("the process answers what is written to the bot, tells Telegram its commands in six languages, is ready once Telegram answers, and goes on after kill -9", async () => {
  const anna = telegram.person(7_001);
  const first = await start();
  await anna.command("/start");
  await eventually(() => expect(anna.heard()).toHaveLength(1), { timeout: 60_000 });
  expect(anna.heard()[0]?.text).toContain("Link this chat to your account first");
  expect((await fetch(`http://127.0.0.1:${first.port}/readyz`)).status).toBe(200);
  await eventually(() => expect(languagesOfCommands()).toEqual(["en", "es", "hi", "ru", "tr", "zh"]));
  await first.stop("SIGKILL");
  const boris = telegram.person(7_002, "Boris");
  await boris.command("/start");
  const second = await start();
  await eventually(() => expect(boris.heard()).toHaveLength(1), { timeout: 60_000 });
  expect(anna.heard()).toHaveLength(1);
  await second.stop();
  expect(second.printed()).not.toContain(BOT_TOKEN);
}, 120_000);

test("with a secret the process has Telegram tell the API what is written, asks for nothing itself, and answers each thing once", async () => {
  const secret = "a-secret-between-telegram-and-us";
  const methods = () => telegram.calls.map(({ method }) => method);
  const api = await spawnOnFreePort("api", (port) => ({
    ...settings,
    ...{ PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}`, WEB_URL: "http://127.0.0.1:9" },
    TELEGRAM_WEBHOOK_SECRET: secret,
  }));
  running.push(api);
  const PUBLIC_URL = `http://127.0.0.1:${api.port}`;
  const before = telegram.calls.length;
  const bot = await start({ PUBLIC_URL, TELEGRAM_WEBHOOK_SECRET: secret });
  await eventually(() => expect(methods().slice(before)).toContain("setWebhook"), { timeout: 60_000 });
  expect(telegram.calls.findLast(({ method }) => method === "setWebhook")?.body).toEqual({
    url: `${PUBLIC_URL}/api/telegram/updates`,
    secret_token: secret,
    allowed_updates: ["message", "callback_query", "my_chat_member"],
  });
  const clara = telegram.person(7_003, "Clara");
  for (let said = 1; said <= 2; said += 1) {
    await clara.command("/start");
    await eventually(() => expect(clara.heard()).toHaveLength(said), { timeout: 60_000 });
  }
  // The name of the site has dots here: its page is a button.
  expect(clara.heard()[0]?.buttons[0]?.url).toContain(`${PUBLIC_URL}/bot-link/`);
  expect(methods().slice(before)).not.toContain("getUpdates");
  expect((await fetch(`http://127.0.0.1:${bot.port}/readyz`)).status).toBe(200);
  await Promise.all([bot.stop(), api.stop()]);
  expect(bot.printed() + api.printed()).not.toMatch(new RegExp(`${BOT_TOKEN}|${secret}`));

  // Without it again, the webhook ends and the process asks.
  const told = telegram.calls.length;
  const asking = await start();
  await eventually(() => expect(methods().at(-1)).toBe("getUpdates"), { timeout: 60_000 });
  expect(methods().slice(told)).toContain("deleteWebhook");
  await clara.command("/start");
  await eventually(() => expect(clara.heard()).toHaveLength(3), { timeout: 60_000 });
  await asking.stop();
}, 180_000);
