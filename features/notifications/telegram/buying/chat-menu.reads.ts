import { type Press, pressData } from "#features/notifications/telegram/buying.rules.ts";
import type { ChatButton, ChatCaller, ChatMessage } from "#features/notifications/telegram/telegram.rules.ts";
import { buttonTexts, chatTexts } from "#features/notifications/telegram/telegram-texts.reads.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What is said to somebody whose chat is linked: a few messages, in their order. */
export type Answers = readonly ChatMessage[];

/** The beginning of everything. */
export function menu({ locale }: ChatCaller): ChatMessage {
  const text = chatTexts(locale);
  return {
    html: [text("hello"), text("how"), text("commands"), text("unlinkHint")].join("\n\n"),
    buttons: menuButtons(locale),
  };
}

/** What a chat begins with, as buttons. */
export function menuButtons(locale: Locale): ChatButton[][] {
  const text = buttonTexts(locale);
  const button = (press: Press): ChatButton => ({ text: text(press), data: pressData(press) });
  return [
    [button("services"), button("rent_services")],
    [button("numbers"), button("rentals")],
    [button("last"), button("balance")],
  ];
}

/** Rows of two. */
export function inPairs(buttons: readonly ChatButton[]): ChatButton[][] {
  return buttons.flatMap((button, index) =>
    index % 2 === 0 ? [[button, ...buttons.slice(index + 1, index + 2)]] : [],
  );
}

/** There is nothing of it at the moment; what else there is stands below. */
export function soldOut({ locale }: ChatCaller): Answers {
  return [{ html: chatTexts(locale)("soldOut"), buttons: menuButtons(locale) }];
}
