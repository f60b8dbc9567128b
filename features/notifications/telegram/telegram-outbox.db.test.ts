import sql from "sql-template-tag";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inboxLimits } from "#features/notifications/telegram/inbox/inbox.rules.ts";
import { forgetOldMessages, queueAnswer } from "#features/notifications/telegram/outbox/outbox.writes.ts";
import { MessagePump } from "#features/notifications/telegram/outbox.jobs.ts";
import { outboxLimits, type Pace } from "#features/notifications/telegram/outbox.rules.ts";
import { TelegramGateway } from "#features/notifications/telegram/telegram.gateway.ts";
import {
  blockedFault,
  givenTelegram,
  serverFault,
  tooMany,
} from "#features/notifications/telegram/telegram-stand-in.factory.ts";
import { execute, one } from "#lib/db/query.ts";
import { BOT_TOKEN } from "#lib/testing/bot-api.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { moveClock, resetClock } from "#lib/testing/move-clock.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

const { db, owner } = await useTestDb();
const telegram = await givenTelegram();
const gateway = new TelegramGateway(BOT_TOKEN, telegram.url);
/** What Telegram's documentation of bots says ("My bot is hitting limits"): thirty messages a second in all, one a second in a chat. */
const telegramTakes = { perSecond: 30, chatPauseMs: 1_000 };
/** As fast as the machine can. */
const unpaced: Pace = { perSecond: 5_000, burst: 500, chatPauseMs: 0 };

beforeEach(async () => {
  telegram.said.length = 0;
  telegram.failWith(() => null);
  await execute(owner, sql`delete from notifications_telegram_messages`);
  await execute(owner, sql`update notifications_telegram_paces set free_at = '2000-01-01'`);
});
afterEach(() => resetClock(owner));

/** A message for each of the chats, as often as is said. */
async function givenMessages(chats: number, each: number): Promise<void> {
  for (let chat = 1; chat <= chats; chat += 1) {
    const numbers = Array.from({ length: each }, (_, index) => index + 1);
    await Promise.all(
      numbers.map((number) =>
        queueAnswer(db, { chatId: chat, updateId: number }, { html: `${chat}:${number}` }),
      ),
    );
  }
}

async function countWaiting(): Promise<number> {
  const { count } = await one<{ count: number }>(
    db,
    sql`select count(*)::int as count from notifications_telegram_messages where closed_at is null`,
  );
  return count;
}

/** What the process does, until nothing waits. */
async function speak(pump: MessagePump): Promise<void> {
  await eventually(
    async () => {
      await pump.look(db);
      await pump.settle();
      expect(await countWaiting()).toBe(0);
    },
    { timeout: 300_000, interval: 5 },
  );
}

test("ten thousand messages to a thousand chats arrive once each while Telegram refuses, fails, is silent and starts anew", async () => {
  await givenMessages(1_000, 10);
  let calls = 0;
  telegram.failWith(() => {
    calls += 1;
    if (calls % 1_500 === 0) return tooMany(1);
    if (calls % 97 === 0) return serverFault;
    if (calls % 1_009 === 0) return "silence";
    return calls % 211 === 0 ? "reset" : null;
  });
  const restarting = (async () => {
    await eventually(() => expect(telegram.said.length).toBeGreaterThan(2_000), { timeout: 120_000 });
    await telegram.restart(500);
  })();
  await speak(new MessagePump(gateway, unpaced));
  await restarting;
  expect(telegram.said).toHaveLength(10_000);
  expect(new Set(telegram.said.map(({ text }) => text)).size).toBe(10_000);
}, 400_000);

test("the bot says thirty messages a second at most, and one a second in a chat", async () => {
  // As much as the bucket lets go within any second.
  expect(outboxLimits.perSecond + outboxLimits.burst).toBeLessThanOrEqual(telegramTakes.perSecond);
  expect(outboxLimits.chatPauseMs).toBeGreaterThanOrEqual(telegramTakes.chatPauseMs);
  await givenMessages(40, 1);
  for (let number = 2; number <= 4; number += 1)
    await queueAnswer(db, { chatId: 1, updateId: number }, { html: `1:${number}` });
  await speak(new MessagePump(gateway));
  const times = telegram.said.map(({ atMs }) => atMs).toSorted((a, b) => a - b);
  expect(times).toHaveLength(43);
  for (const [index, atMs] of times.entries()) {
    const within = times.slice(index).filter((other) => other < atMs + 1_000);
    // One that was on its way for longer may come together with what is not late.
    expect(within.length).toBeLessThanOrEqual(telegramTakes.perSecond + 1);
  }
  const ofOne = telegram.said.filter(({ chatId }) => chatId === 1);
  expect(ofOne.map(({ text }) => text)).toEqual(["1:1", "1:2", "1:3", "1:4"]);
  // Taken when they come: one may be on its way for longer than the next.
  for (const [index, { atMs }] of ofOne.slice(1).entries())
    expect(atMs - ofOne[index]!.atMs).toBeGreaterThan(telegramTakes.chatPauseMs / 2);
});

test("nobody is written to before the time that Telegram names with its refusal is over", async () => {
  await givenMessages(3, 1);
  let refusedAtMs: number | null = null;
  telegram.failWith(() => {
    if (refusedAtMs !== null) return null;
    refusedAtMs = performance.now();
    return tooMany(2);
  });
  const pump = new MessagePump(gateway, { ...unpaced, burst: 1, perSecond: 20 });
  await speak(pump);
  expect(telegram.said).toHaveLength(3);
  const firstAtMs = Math.min(...telegram.said.map(({ atMs }) => atMs));
  expect(firstAtMs - (refusedAtMs ?? 0)).toBeGreaterThan(1_500);
});

test("an answer to one thing that was written is said once, however often it is handled", async () => {
  for (let time = 1; time <= 3; time += 1)
    await queueAnswer(db, { chatId: 7, updateId: 70 }, { html: "once" });
  await speak(new MessagePump(gateway, unpaced));
  expect(telegram.said.map(({ text }) => text)).toEqual(["once"]);
});

test("a text that was cut in the middle of a character arrives without the half of it", async () => {
  await queueAnswer(db, { chatId: 8, updateId: 80 }, { html: `code 55301 ${"😀".slice(0, 1)}` });
  await speak(new MessagePump(gateway, unpaced));
  expect(telegram.said.map(({ text }) => text)).toEqual(["code 55301 \u{fffd}"]);
});

test("nothing more is said to somebody who has blocked the bot", async () => {
  await givenMessages(1, 3);
  telegram.failWith(() => blockedFault);
  await speak(new MessagePump(gateway, unpaced));
  telegram.failWith(() => null);
  await speak(new MessagePump(gateway, unpaced));
  expect(telegram.said).toEqual([]);
});

test("a message that waits for longer than a day is not said, and forgotten after two", async () => {
  await givenMessages(1, 1);
  await moveClock(owner, `${outboxLimits.tellWithinHours + 1} hours`);
  await speak(new MessagePump(gateway, unpaced));
  expect(telegram.said).toEqual([]);
  await moveClock(owner, `${inboxLimits.keptHours + 1} hours`);
  expect(await forgetOldMessages(db, 100)).toBe(1);
});
