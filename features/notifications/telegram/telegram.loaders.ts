import "server-only";
import type { Locale } from "#lib/i18n/locales.ts";
import { clientMessages, type Messages, messagesOf } from "#lib/i18n/messages.ts";
import { toPageMessages } from "#lib/i18n/page-messages.ts";

/** The texts of the bot's card or page, with what their parts say beside them: no other page carries the bot's words. */
export function botMessages(locale: Locale, part: "card" | "page"): Messages {
  const { identity, ui } = clientMessages(locale);
  const { bot } = messagesOf(locale).notifications as Messages;
  const words = { notifications: { bot: { [part]: (bot as Messages)[part] } } };
  return toPageMessages({ ui, ...words, ...(part === "page" ? { identity } : {}) } as Messages);
}
