import { type ChatMessage, escapeHtml } from "#features/notifications/telegram/telegram.rules.ts";
import { env } from "#lib/env.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { translateMessage } from "#lib/i18n/translate.ts";
import type { Kopecks } from "#lib/money/kopecks.ts";

/** A text of the bot with its values: those of people and suppliers hold no tags, whatever is in them. */
export type ChatText = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/** The bot's words in a language; texts at `notifications.bot.chat` in messages/. */
export function chatTexts(locale: Locale): ChatText {
  return (key, values = {}) =>
    escapeHtml(
      translateMessage(locale, `notifications.bot.chat.${key}`, { brand: env.BRAND_NAME, ...values }),
    );
}

/** A text for a button, in which no tags are read. */
export function buttonTexts(locale: Locale): ChatText {
  return (key, values = {}) =>
    translateMessage(locale, `notifications.bot.chat.${key}`, { brand: env.BRAND_NAME, ...values });
}

/** Roubles as mails write them: a chat does not know which currency its reader chose. */
export function roublesText(amount: Kopecks): string {
  return `${formatNumber(amount / 100, 2)}\u00a0₽`;
}

/**
 * A message with a button that opens a page. Telegram takes no button that leads to a name without a dot, such as localhost: there the
 * address stands in the message.
 */
export function withPage(html: string, text: string, address: string): ChatMessage {
  if (!new URL(address).hostname.includes(".")) return { html: `${html}\n\n${escapeHtml(address)}` };
  return { html, buttons: [[{ text, url: address }]] };
}

/** A page of the site in a language. */
export function siteAddress(locale: Locale, path: string): string {
  return env.PUBLIC_URL + localizedPath(locale, path);
}
