import type { AddressInfo } from "node:net";
import "#lib/tooling/say-problems.ts";
import { setTimeout as pause } from "node:timers/promises";
import { tellWeek } from "#features/loyalty/chat-week.reads.ts";
import { commandList } from "#features/notifications/telegram/bot-commands.reads.ts";
import { inboxSweeps, pollUpdates, UpdatePump } from "#features/notifications/telegram/inbox/inbox.jobs.ts";
import { recordBot } from "#features/notifications/telegram/inbox/inbox.writes.ts";
import { MessagePump, outboxSweeps } from "#features/notifications/telegram/outbox.jobs.ts";
import { TelegramGateway } from "#features/notifications/telegram/telegram.gateway.ts";
import { makeBot } from "#features/notifications/telegram/telegram-bot.routes.ts";
import { collectPool, Health, serveHealth } from "#lib/api/health.ts";
import { databaseAnswers, databaseIsMigrated } from "#lib/api/readiness.ts";
import { createDb } from "#lib/db/pool.ts";
import { env, requireEnv } from "#lib/env.ts";
import { locales } from "#lib/i18n/locales.ts";
import { runSweeps } from "#lib/jobs/sweeps.ts";
import { log } from "#lib/log.ts";
import { refuseOwnersLogin } from "#lib/tooling/database/app-login.ts";
import { refuseWrongClock } from "#lib/tooling/database/database-clock.ts";

/** Chats with the bot: what is written in them is kept, answered and never lost, and news are told. One of it at a time. */
const token = requireEnv("TELEGRAM_BOT_TOKEN");
const databaseUrl = requireEnv("DATABASE_URL");
await refuseOwnersLogin(databaseUrl);
await refuseWrongClock(databaseUrl);
const db = createDb(databaseUrl, { max: env.DATABASE_POOL_MAX, applicationName: "sms-den telegram" });
const gateway = new TelegramGateway(token);
const stopping = new AbortController();
let isKnown = false;

const health = new Health({
  process: "telegram",
  checks: {
    database: databaseAnswers(db),
    migrations: databaseIsMigrated(db),
    telegram: async () => {
      if (!isKnown) throw new Error("Telegram has not answered yet");
    },
  },
});
collectPool(health.registry, db.pool);
const server = await serveHealth(health, env.TELEGRAM_PORT, env.HOST);
log.info({ port: (server.address() as AddressInfo).port }, "telegram is at work");

const messages = new MessagePump(gateway);
const saying = runSweeps(db, outboxSweeps(messages), stopping.signal);
const listening = listen();

const ASK_AGAIN_MS = 5_000;

/** Begins when Telegram answers, which it need not do at once. */
async function listen(): Promise<void> {
  while (!stopping.signal.aborted) {
    try {
      const me = await gateway.getMe();
      await recordBot(db, me.username);
      const { TELEGRAM_WEBHOOK_SECRET: secret } = env;
      await (secret
        ? gateway.openWebhook(`${env.PUBLIC_URL}/api/telegram/updates`, secret)
        : gateway.closeWebhook());
      isKnown = true;
      const updates = new UpdatePump(makeBot(db, token, me, gateway, { tellWeek }));
      await Promise.all([
        runSweeps(db, inboxSweeps(updates), stopping.signal),
        secret ? undefined : pollUpdates(db, gateway, stopping.signal),
        tellCommands(),
      ]);
      await updates.settle();
      return;
    } catch (error) {
      log.warn({ error: (error as Error).message }, "Telegram does not answer");
      await pause(ASK_AGAIN_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
}

/** Telegram's own list of commands. Without it the bot answers all the same. */
async function tellCommands(): Promise<void> {
  const lists = locales.map((locale) => commandList(locale));
  const told = await Promise.allSettled(
    lists.map(({ commands, language }) => gateway.listCommands(commands, language)),
  );
  const refused = told.find((one) => one.status === "rejected");
  if (refused) log.warn({ error: String(refused.reason) }, "Telegram took no list of commands");
}

async function stop(): Promise<void> {
  if (stopping.signal.aborted) return;
  stopping.abort();
  health.stop();
  gateway.hangUp();
  await Promise.all([listening, saying]);
  await messages.settle();
  server.close();
  await db.close();
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop());
