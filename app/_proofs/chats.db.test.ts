import { setTimeout as pause } from "node:timers/promises";
import sql from "sql-template-tag";
import { afterAll, expect, test } from "vitest";
import { deliverSms } from "#features/activations/activations.writes.ts";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { findMessageText } from "#features/activations/message-timestamps.reads.ts";
import { buyActivation } from "#features/activations/purchase/purchase.writes.ts";
import { purchase } from "#features/activations/purchases.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { linkChat, makeLink } from "#features/notifications/telegram/links/chat-links.writes.ts";
import { outboxLimits } from "#features/notifications/telegram/outbox.rules.ts";
import {
  givenTelegram,
  serverFault,
  tooMany,
} from "#features/notifications/telegram/telegram-stand-in.factory.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import { givenOffer } from "#features/pricing/offers.factory.ts";
import { receiveSms } from "#features/supply/intake/intake.writes.ts";
import { execute, one, rows } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { env } from "#lib/env.ts";
import { BOT_TOKEN, type Fault } from "#lib/testing/bot-api.ts";
import { eventually } from "#lib/testing/eventually.ts";
import { moveClock } from "#lib/testing/move-clock.ts";
import { isFullProof, recordFigures } from "#lib/testing/proof.ts";
import { type SpawnedProcess, spawnProcess } from "#lib/testing/spawned-process.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** SMS on their way into chats: taken in, turned into news, put into words and said by the real process at its own pace. */
const { db, owner, url } = await useTestDb({ max: 20 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
const telegram = await givenTelegram();

const CHATS = isFullProof ? 1_000 : 30;
const SMS_EACH = isFullProof ? 10 : 5;
const TOTAL = CHATS * SMS_EACH;
/** At the bot's pace, and as much again for what Telegram holds up. */
const PATIENCE_MS = 60_000 + (TOTAL / outboxLimits.perSecond) * 2_000;
/** What Telegram's documentation of bots says ("My bot is hitting limits"): messages a second in all. */
const TELEGRAM_TAKES_PER_SECOND = 30;
/** In so many seconds in a row no more may arrive than Telegram takes. */
const WATCHED_SECONDS = isFullProof ? 10 : 3;
/** Fewer than the pool has connections: a purchase takes more than one at a time. */
const AT_ONCE = 4;
const FIRST_CODE = 100_000;

let sender: SpawnedProcess;
afterAll(() => sender?.stop("SIGKILL"));

async function startSender(): Promise<void> {
  sender = await spawnProcess("telegram", {
    AUTH_SECRET: env.AUTH_SECRET as string,
    DATA_KEY: env.DATA_KEY as string,
    DATABASE_URL: url,
    TELEGRAM_API_URL: telegram.url,
    TELEGRAM_BOT_TOKEN: BOT_TOKEN,
    TELEGRAM_PORT: "0",
  });
}

async function inTurns(count: number, work: (index: number) => Promise<void>): Promise<void> {
  for (let start = 0; start < count; start += AT_ONCE) {
    const turn = Array.from({ length: Math.min(AT_ONCE, count - start) }, (_, at) => work(start + at));
    await Promise.all(turn);
  }
}

/** People with a linked chat and a number each; answers the numbers. */
async function givenNumbers(): Promise<{ supplierId: number; numbers: string[] }> {
  const { supplierId } = await givenOffer(db, { countryId: 6, count: CHATS, priceKopecks: 1_400 });
  const numbers: string[] = [];
  await inTurns(CHATS, async (index) => {
    const { userId } = await givenApiBuyer(db, 100_000);
    await withTransaction(db, async (tx) => {
      const token = await makeLink(tx, { chatId: index + 1, name: "Anna" });
      await linkChat(tx, { userId, locale: "en" }, token ?? "");
    });
    const order = await buyActivation(db, purchase({ userId }));
    numbers.push(order.number);
  });
  // That they are linked is not what is counted here.
  await execute(owner, sql`delete from notifications_telegram_messages`);
  return { supplierId, numbers };
}

/** An SMS after the other to each number, each with a code of its own: `TOTAL` events. */
async function deliverAll(supplierId: number, numbers: readonly string[]): Promise<void> {
  await inTurns(TOTAL, async (index) => {
    const phone = Number(numbers[index % CHATS]);
    const text = `Telegram code ${FIRST_CODE + index}`;
    await receiveSms(
      db,
      { supplierId, smsId: BigInt(index + 1), phone, sender: "Telegram", text },
      deliverSms,
    );
  });
}

const codeIn = (text: string) => Number(/Telegram code (\d+)/.exec(text)?.[1]);

/** How often each code was said. */
function timesSaid(): Map<number, number> {
  const times = new Map<number, number>();
  for (const { text } of telegram.said) times.set(codeIn(text), (times.get(codeIn(text)) ?? 0) + 1);
  return times;
}

/** What somebody has taken to say it and has not closed: whatever failed is due again sooner. */
async function codesUnderWay(): Promise<number[]> {
  const taken = await rows<{ messageId: number }>(
    db,
    sql`select subject_id as "messageId" from notifications_telegram_messages
        where closed_at is null and due_at > app_now() + make_interval(secs => ${outboxLimits.leaseSeconds / 2})`,
  );
  const texts = await Promise.all(taken.map(({ messageId }) => findMessageText(db, messageId)));
  return texts.map((said) => codeIn(said?.text ?? ""));
}

const countWaiting = async () =>
  (
    await one<{ count: number }>(
      db,
      sql`select count(*)::int as count from notifications_telegram_messages where closed_at is null`,
    )
  ).count;

/** Most messages within so many seconds. */
function busiest(seconds: number): number {
  const times = telegram.said.map(({ atMs }) => atMs).toSorted((one, other) => one - other);
  let [most, first] = [0, 0];
  for (const [index, atMs] of times.entries()) {
    while ((times[first] ?? 0) < atMs - seconds * 1_000) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

let calls = 0;
function sometimes(): Fault {
  calls += 1;
  if (calls % 149 === 0) return tooMany(1);
  if (calls % 37 === 0) return serverFault;
  if (calls % 1_009 === 0) return "silence";
  return calls % 53 === 0 ? "reset" : null;
}

/** What a worker does with events, until it is told to end. */
function turnIntoNews(): () => Promise<void> {
  const over = new AbortController();
  const told = new Set<number>();
  const turning = (async () => {
    while (!over.signal.aborted) {
      await fanOut(db, told);
      await pause(250, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return () => {
    over.abort();
    return turning;
  };
}

/** What arrived without the bot's being told so. */
const unanswered = () =>
  telegram.said.filter(({ isAnswered }) => !isAnswered).map(({ text }) => codeIn(text));

/** Telegram goes away for a moment while messages arrive, and comes back with nothing of what it knew. */
async function restartTelegram(): Promise<void> {
  await eventually(() => expect(telegram.said.length).toBeGreaterThan(TOTAL / 6), { timeout: PATIENCE_MS });
  await telegram.restart(500);
}

/** Kills the sender while messages arrive whose arrival it does not know of, and starts it again; answers what was under way. */
async function killOnce(): Promise<number[]> {
  await eventually(() => expect(telegram.said.length).toBeGreaterThan(TOTAL / 3), { timeout: PATIENCE_MS });
  telegram.failWith(() => "unanswered");
  await eventually(() => expect(unanswered().length).toBeGreaterThan(5));
  await sender.stop("SIGKILL");
  const underWay = await codesUnderWay();
  // What had left before the end may still arrive.
  await pause(500);
  telegram.failWith(sometimes);
  await moveClock(owner, `${outboxLimits.leaseSeconds + 1} seconds`);
  await startSender();
  return underWay;
}

test(
  "SMS to many people are told once each in their chats at the bot's pace while Telegram fails and starts anew, and after kill -9 at most what was under way is told twice",
  async () => {
    const { supplierId, numbers } = await givenNumbers();
    telegram.failWith(sometimes);
    await startSender();
    const startedMs = performance.now();
    const endTurning = turnIntoNews();
    const disturbing = restartTelegram().then(killOnce);
    const [underWay] = await Promise.all([disturbing, deliverAll(supplierId, numbers)]);
    await eventually(
      async () => {
        expect(timesSaid().size).toBe(TOTAL);
        expect(await countWaiting()).toBe(0);
      },
      { timeout: PATIENCE_MS, interval: 250 },
    );
    await endTurning();
    const seconds = Math.round((performance.now() - startedMs) / 1_000);

    const said = [...timesSaid()];
    expect(said.filter(([code]) => !(code >= FIRST_CODE && code < FIRST_CODE + TOTAL))).toEqual([]);
    expect(said.filter(([, times]) => times > 2)).toEqual([]);
    const twice = said.filter(([, times]) => times === 2).map(([code]) => code);
    expect(underWay.length).toBeLessThanOrEqual(outboxLimits.atOnce);
    expect(underWay).toEqual(expect.arrayContaining(twice));
    // Nobody could know that these had arrived.
    expect(twice).toEqual(expect.arrayContaining(unanswered()));
    // What is late by a second comes together with what is not.
    expect(busiest(WATCHED_SECONDS)).toBeLessThanOrEqual((WATCHED_SECONDS + 1) * TELEGRAM_TAKES_PER_SECOND);
    // A worker that remembers nothing finds nothing to tell.
    expect(await fanOut(db)).toBe(0);
    const failed = calls + unanswered().length - telegram.said.length;
    recordFigures("chats", {
      "events, chats": `${TOTAL.toLocaleString("en")}, ${CHATS.toLocaleString("en")}`,
      "messages that arrived": telegram.said.length.toLocaleString("en"),
      "calls that Telegram refused, broke off or left without an answer": failed,
      "under way when the sender was killed; of these told twice": `${underWay.length}; ${twice.length}`,
      "seconds until everything was told": seconds,
    });
  },
  PATIENCE_MS * 2 + 300_000,
);
