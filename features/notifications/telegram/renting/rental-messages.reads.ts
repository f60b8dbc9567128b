import { buyingLimits, pressData } from "#features/notifications/telegram/buying.rules.ts";
import {
  type ChatButton,
  type ChatMessage,
  escapeHtml,
} from "#features/notifications/telegram/telegram.rules.ts";
import { buttonTexts, chatTexts } from "#features/notifications/telegram/telegram-texts.reads.ts";
import { spanText } from "#features/rentals/duration.rules.ts";
import type { RentalDetails, RentalView } from "#features/rentals/rentals.contract.ts";
import { isFinal } from "#features/rentals/rentals.rules.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

/** What may be done with a rental in its state, as buttons: the same for the first time again where it has ended. */
function rentalButtons(rental: RentalView, locale: Locale): ChatButton[][] {
  const text = buttonTexts(locale);
  if (isFinal(rental.state)) {
    const firstHours = rental.extensions.reduce((left, { hours }) => left - hours, rental.hours);
    const goods = [rental.service.id, rental.country.id, firstHours];
    return [[{ text: text("rentAgain"), data: pressData("rent_goods", ...goods) }]];
  }
  return rental.cancellableForSeconds
    ? [[{ text: text("rent_cancel"), data: pressData("rent_cancel", rental.id) }]]
    : [];
}

/** A rental as a chat shows it: what it is, the number to copy, how it stands, and the last SMS. */
export function rentalMessage(rental: RentalDetails, locale: Locale): ChatMessage {
  const text = chatTexts(locale);
  const left = spanText(localeFacts[locale].tag, rental.secondsLeft);
  const messages = rental.messages.slice(0, buyingLimits.rentMessages);
  const lines = [
    `<b>${escapeHtml(rental.service.name)}</b> · ${escapeHtml(rental.country.name)}`,
    ...(rental.number === null ? [] : [`<code>+${escapeHtml(rental.number)}</code>`]),
    text(`rentStates.${rental.state}`, { left }),
    ...messages.map((message) => `\n${smsLine(message, text("code"))}`),
  ];
  return { html: lines.join("\n"), buttons: rentalButtons(rental, locale) };
}

function smsLine({ sender, code, text }: RentalDetails["messages"][number], codeWord: string): string {
  const copied = code === null ? "" : `${codeWord} <code>${escapeHtml(code)}</code>\n`;
  return `${copied}${escapeHtml(`${sender}: ${text}`.slice(0, buyingLimits.smsCharacters))}`;
}
