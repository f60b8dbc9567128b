import { queryOptions } from "@tanstack/react-query";
import type { TelegramState } from "#features/notifications/telegram/telegram.contract.ts";
import { getJson } from "#lib/api/browser-client.ts";

/** The bot, and the chat of the account. */
export const telegramQuery = queryOptions({
  queryKey: ["telegram-chat"],
  queryFn: () => getJson<TelegramState>("telegram-chat"),
  staleTime: 5_000,
});

/** Which chat a link of the bot's is for. */
export function telegramLinkQuery(token: string) {
  return queryOptions({
    queryKey: ["telegram-link", token],
    queryFn: () => getJson<{ name: string }>(`telegram-links/${token}`),
    retry: false,
  });
}

/** Where the bot is found. */
export function botAddress(bot: string): string {
  return `https://t.me/${bot}`;
}
