import type { UserId } from "#lib/api/actor.ts";
import type { Caller } from "#lib/api/route.ts";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";

/** Whose chat it is. */
export type LinkedChat = {
  readonly id: number;
  readonly userId: UserId;
  readonly chatId: number;
  readonly locale: Locale;
  readonly isBlocked: boolean;
};

/** A button below a message: it tells the bot `data` (64 bytes at most), or opens an address. */
export type ChatButton = { readonly text: string } & ({ readonly data: string } | { readonly url: string });

/** What is said in a chat: the few tags that Telegram knows (b, code), and rows of buttons. */
export type ChatMessage = {
  readonly html: string;
  readonly buttons?: readonly (readonly ChatButton[])[];
};

/** One of the bot's commands as Telegram lists it. */
export type BotCommand = { readonly command: string; readonly description: string };

/** Somebody's text within a message: nothing of it is a tag. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** The language of somebody's Telegram (`pt-br`), or English where the bot does not speak it. */
export function localeOfTelegram(code: string | undefined): Locale {
  const language = code?.toLowerCase().split("-")[0] ?? "";
  return locales.find((locale) => localeFacts[locale].tag.split("-")[0] === language) ?? "en";
}

/** How somebody calls a chat: by the person's name, else the user name. */
export function chatName(who: {
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
  readonly username?: string | undefined;
}): string {
  const name = [who.first_name, who.last_name].filter(Boolean).join(" ").trim();
  const handle = who.username ? `@${who.username}` : "";
  return [name, handle].filter(Boolean).join(" · ").slice(0, 120) || "Telegram";
}

/** Who writes in a chat, as every door knows them. */
export type ChatCaller = Caller & { readonly chat: LinkedChat };

/** What features below this one say in a chat; the process hands it in. */
export type ChatParts = {
  /** How this week of the loyalty programme stands. */
  readonly tellWeek: (caller: ChatCaller) => Promise<ChatMessage>;
};
