import type { BotCommand } from "#features/notifications/telegram/telegram.rules.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { translateMessage } from "#lib/i18n/translate.ts";

/** What Telegram lists beside the field in which one writes, in this order, each with the text that says what it does. */
const described = {
  buy: "chat.services",
  rent: "chat.rent_services",
  numbers: "chat.numbers",
  rentals: "chat.rentals",
  again: "chat.last",
  balance: "chat.balance",
  loyalty: "chat.openLoyalty",
  unlink: "card.unlink",
} as const;

/** The bot's commands as Telegram lists them to somebody whose Telegram is in a language; `language` of null: in any that has no list. */
export function commandList(locale: Locale): { language: string | null; commands: BotCommand[] } {
  const commands = Object.entries(described).map(([command, key]) => ({
    command,
    description: translateMessage(locale, `notifications.bot.${key}`),
  }));
  return { language: locale === "en" ? null : (localeFacts[locale].tag.split("-")[0] ?? null), commands };
}
