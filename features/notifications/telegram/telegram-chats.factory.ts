import sql from "sql-template-tag";
import { beforeEach } from "vitest";
import { givenApiBuyer } from "#features/activations/buyers.factory.ts";
import { seedCatalogue } from "#features/catalogue/catalogue.writes.ts";
import { resolveActor } from "#features/identity/sessions/sessions.routes.ts";
import { openSession } from "#features/identity/sessions/sessions.writes.ts";
import { givenOrder } from "#features/notifications/codes.factory.ts";
import { spendingDefaults } from "#features/notifications/telegram/buying.rules.ts";
import { UpdatePump } from "#features/notifications/telegram/inbox/inbox.jobs.ts";
import { keepUpdates, recordBot } from "#features/notifications/telegram/inbox/inbox.writes.ts";
import { newsKinds } from "#features/notifications/telegram/news-kinds.rules.ts";
import { MessagePump } from "#features/notifications/telegram/outbox.jobs.ts";
import { TelegramGateway } from "#features/notifications/telegram/telegram.gateway.ts";
import { telegramRoutes } from "#features/notifications/telegram/telegram.routes.ts";
import { makeBot } from "#features/notifications/telegram/telegram-bot.routes.ts";
import { givenTelegram } from "#features/notifications/telegram/telegram-stand-in.factory.ts";
import { fanOut } from "#features/notifications/webhooks/fan-out/fan-out.writes.ts";
import { seedPolicy } from "#features/policy/policy.writes.ts";
import type { UserId } from "#lib/api/actor.ts";
import { execute } from "#lib/db/query.ts";
import { withTransaction } from "#lib/db/transaction.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { BOT_TOKEN } from "#lib/testing/bot-api.ts";
import { testApi } from "#lib/testing/test-api.ts";
import { useTestDb } from "#lib/testing/test-db.ts";

/** Set-up of the suites of chats: a test file that imports it has a database and a Telegram of its own. */
export const { db, owner } = await useTestDb({ max: 20 });
await withTransaction(db, seedCatalogue);
await withTransaction(db, seedPolicy);
export const telegram = await givenTelegram();
const gateway = new TelegramGateway(BOT_TOKEN, telegram.url);
const botInfo = await gateway.getMe();
await recordBot(db, botInfo.username);
/** Features below this one say their part in tests of their own. */
const parts = { tellWeek: async () => ({ html: "week" }) };
const handle = makeBot(db, BOT_TOKEN, botInfo, gateway, parts);
const api = testApi(db, telegramRoutes, resolveActor);

beforeEach(async () => {
  telegram.said.length = 0;
  telegram.failWith(() => null);
  await execute(owner, sql`delete from notifications_telegram_messages`);
});

/** What the process telegram and the fan-out do, until nothing is due. */
export async function work(): Promise<void> {
  await keepUpdates(db, await gateway.fetchUpdates(0));
  const updates = new UpdatePump(handle);
  while ((await updates.look(db)) > 0) await updates.settle();
  await fanOut(db);
  await speak();
}

/** What waits is said, without the pauses of life. */
export async function speak(): Promise<void> {
  const pump = new MessagePump(gateway, { perSecond: 1_000, burst: 100, chatPauseMs: 0 });
  while ((await pump.look(db)) > 0) await pump.settle();
}

let lastChatId = 5_000;

/** Somebody with an account, a session on the site and a Telegram, both in one language. */
export async function givenChatPerson(balanceKopecks = 100_000, locale: Locale = "en") {
  lastChatId += 1;
  const { userId } = await givenApiBuyer(db, balanceKopecks);
  const { token } = await openSession(db, { userId, ip: "192.0.2.1", userAgent: "test" });
  const call = (method: string, path: string, body?: object) =>
    api.call(method, `/api${path}`, { cookie: token, locale, ...(body ? { body } : {}) });
  const settings = { kinds: newsKinds, ...spendingDefaults };
  const [language] = localeFacts[locale].tag.split("-");
  const person = telegram.person(lastChatId, "Anna", language);
  return { userId, call, settings, chatId: lastChatId, person };
}
export type ChatPerson = Awaited<ReturnType<typeof givenChatPerson>>;

/** The link that the bot hands to somebody who writes to it. */
export async function askLink({ person }: Pick<ChatPerson, "person">): Promise<string> {
  await person.command("/start");
  await work();
  const said = person.heard().at(-1);
  const address = [said?.text ?? "", ...(said?.buttons ?? []).map(({ url }) => url ?? "")].join(" ");
  return /\/bot-link\/([\w-]+)/.exec(address)?.[1] ?? "";
}

/** The same whose chat is linked. */
export async function givenLinkedPerson(balanceKopecks?: number, locale?: Locale): Promise<ChatPerson> {
  const one = await givenChatPerson(balanceKopecks, locale);
  const answer = await one.call("POST", "/telegram-links", { token: await askLink(one) });
  if (answer.status !== 200) throw new Error(`not linked: ${JSON.stringify(answer.body)}`);
  await work();
  telegram.said.length = 0;
  return one;
}

/** What the bot said last, and its buttons. */
export function lastOf({ person }: ChatPerson) {
  const said = person.heard().at(-1);
  return { text: said?.text ?? "", buttons: said?.buttons ?? [] };
}

/** Writes something, and answers what the bot says to it. */
export async function write(who: ChatPerson, text: string) {
  await who.person.write(text);
  await work();
  return lastOf(who);
}

/** Presses a button of the last message by its words. */
export async function press(who: ChatPerson, words: RegExp) {
  const button = lastOf(who).buttons.find(({ text }) => words.test(text));
  if (!button?.callback_data) throw new Error(`no button ${words} below ${JSON.stringify(lastOf(who))}`);
  await who.person.press(button.callback_data);
  await work();
  return lastOf(who);
}

/** A number of somebody's that has just got its code. */
export async function givenCode(userId: UserId, text?: string) {
  const order = await givenOrder(db, userId);
  await order.sms(text);
  return order;
}
