import { getWallet } from "#features/ledger/wallet.reads.ts";
import type { Answers } from "#features/notifications/telegram/buying/chat-menu.reads.ts";
import type { ChatOffer } from "#features/notifications/telegram/buying/chat-offers.reads.ts";
import { keepQuote } from "#features/notifications/telegram/buying/chat-purchases.writes.ts";
import { pressData } from "#features/notifications/telegram/buying.rules.ts";
import {
  type ChatCaller,
  type ChatMessage,
  escapeHtml,
} from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  roublesText,
} from "#features/notifications/telegram/telegram-texts.reads.ts";
import { spanText } from "#features/rentals/duration.rules.ts";
import { localeFacts } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** The price, before anything is bought or rented, beside the retail one where that is another; it is of use under Telegram's number of what asked for it. */
export async function quote(caller: ChatCaller, updateId: number, offer: ChatOffer): Promise<Answers> {
  await keepQuote(caller.db, caller, updateId, offer);
  return [await quoteMessage(caller, updateId, offer)];
}

async function quoteMessage(
  { db, actor, locale }: ChatCaller,
  id: number,
  offer: ChatOffer,
): Promise<ChatMessage> {
  const { availableKopecks } = await getWallet(db, actor.userId);
  const price = roublesText(offer.priceKopecks);
  const retail = roublesText(offer.retailKopecks);
  const balance = roublesText(kopecks(availableKopecks));
  const words = offer.priceKopecks === offer.retailKopecks ? "price" : "ownPrice";
  const term = offer.hours === null ? [] : [spanText(localeFacts[locale].tag, offer.hours * 3_600)];
  const goods = [`<b>${escapeHtml(offer.serviceName)}</b>`, escapeHtml(offer.countryName), ...term].join(
    " · ",
  );
  const button = offer.hours === null ? "buyFor" : "rentFor";
  return {
    html: [goods, chatTexts(locale)(words, { price, retail, balance })].join("\n"),
    buttons: [[{ text: buttonTexts(locale)(button, { price }), data: pressData("buy", id) }]],
  };
}
