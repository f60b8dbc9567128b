import sql from "sql-template-tag";
import { expect, test } from "vitest";
import { tellWeek } from "#features/loyalty/chat-week.reads.ts";
import { payCashback, takeInTopUp } from "#features/loyalty/loyalty.jobs.ts";
import { proveChat } from "#features/notifications/telegram/telegram.gate.ts";
import { telegramSweeps } from "#features/notifications/telegram/telegram.jobs.ts";
import {
  db,
  givenLinkedPerson,
  owner,
  work,
} from "#features/notifications/telegram/telegram-chats.factory.ts";
import { givenTopUp } from "#features/payments/top-ups.factory.ts";
import { execute } from "#lib/db/query.ts";

async function setClock(at: string): Promise<void> {
  await execute(owner, sql`update job_clock set offset_interval = ${at}::timestamptz - clock_timestamp()`);
}

test("a chat is told how the week stands when it asks, and once that its cashback was paid", async () => {
  await setClock("2026-11-18T12:00:00Z");
  await execute(owner, sql`update loyalty_settings set since = '2026-11-16T00:00:00Z', welcome_bp = 0`);
  const anna = await givenLinkedPerson(0);
  const paymentId = await givenTopUp(db, { userId: anna.userId, amountKopecks: 350_000 });
  await takeInTopUp(db, { paymentId });
  const caller = await proveChat(db, anna.chatId);
  const { html = "" } = caller ? await tellWeek(caller) : {};
  expect(html).toMatch(/Topped up this week: 3.500,00.*2%, 70,00/);
  expect(html).toMatch(/6.500,00.*more, and it is 3%/);

  await setClock("2026-11-23T00:11:00Z");
  for (const { run } of telegramSweeps) await run(db);
  for (let time = 0; time < 2; time += 1) {
    await payCashback(db);
    await work();
  }
  expect(anna.person.heard().map(({ text }) => text)).toEqual([
    expect.stringMatching(/Cashback of 70,00.*for last week.*3.570,00/),
  ]);
});
