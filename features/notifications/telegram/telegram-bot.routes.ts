import { Bot } from "grammy";
import type { Update, UserFromGetMe } from "grammy/types";
import { queueAnswer } from "#features/notifications/telegram/outbox/outbox.writes.ts";
import { type ChatMessage, localeOfTelegram } from "#features/notifications/telegram/telegram.rules.ts";
import type { Db } from "#lib/db/pool.ts";
import { env } from "#lib/env.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

/** What is done with what is written to the bot: each once, though it may be handled several times. */
export function makeBot(db: Db, token: string, botInfo: UserFromGetMe): (update: Update) => Promise<void> {
  const bot = new Bot(token, { botInfo });
  const chat = bot.chatType("private");
  chat.on("message", async ({ update, chat: { id: chatId }, from }) => {
    const answer = welcome(localeOfTelegram(from.language_code));
    await queueAnswer(db, { chatId, updateId: update.update_id }, answer);
  });
  return (update) => bot.handleUpdate(update);
}

function welcome(locale: Parameters<typeof localizedPath>[0]): ChatMessage {
  const text = (key: string) =>
    translateMessage(locale, `notifications.bot.chat.${key}`, { brand: env.BRAND_NAME });
  return {
    html: text("welcome"),
    buttons: [[{ text: text("open"), url: env.PUBLIC_URL + localizedPath(locale, "/") }]],
  };
}
