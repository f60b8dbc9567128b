import { afterAll, expect, test } from "vitest";
import { givenTelegram } from "#features/notifications/telegram/telegram-stand-in.factory.ts";
import { env } from "#lib/env.ts";
import { BOT_TOKEN } from "#lib/testing/bot-api.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
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

async function start(): Promise<SpawnedProcess> {
  const started = await spawnProcess("telegram", { ...settings, TELEGRAM_BOT_TOKEN: BOT_TOKEN });
  running.push(started);
  return started;
}

test("the process telegram does not start without a token, and says what to set", async () => {
  await expect(spawnProcess("telegram", settings)).rejects.toThrow(
    /ended with 1.*TELEGRAM_BOT_TOKEN is missing/s,
  );
}, 60_000);

test("the process answers what is written to the bot, is ready once Telegram answers, and goes on after kill -9", async () => {
  const anna = telegram.person(7_001);
  const first = await start();
  await anna.command("/start");
  await eventually(() => expect(anna.heard()).toHaveLength(1), { timeout: 60_000 });
  expect(anna.heard()[0]?.text).toContain("Link this chat to your account first");
  expect((await fetch(`http://127.0.0.1:${first.port}/readyz`)).status).toBe(200);
  await first.stop("SIGKILL");
  const boris = telegram.person(7_002, "Boris");
  await boris.command("/start");
  const second = await start();
  await eventually(() => expect(boris.heard()).toHaveLength(1), { timeout: 60_000 });
  expect(anna.heard()).toHaveLength(1);
  await second.stop();
  expect(second.printed()).not.toContain(BOT_TOKEN);
}, 120_000);
