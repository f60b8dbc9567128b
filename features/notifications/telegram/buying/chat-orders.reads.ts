import type { ActivationView } from "#features/activations/activations.contract.ts";
import { type Press, pressData } from "#features/notifications/telegram/buying.rules.ts";
import {
  type ChatButton,
  type ChatMessage,
  escapeHtml,
} from "#features/notifications/telegram/telegram.rules.ts";
import { buttonTexts, chatTexts } from "#features/notifications/telegram/telegram-texts.reads.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What may be done with an order in its state, as buttons; the goods again where it has ended. */
export function orderButtons(order: ActivationView, locale: Locale): ChatButton[][] {
  const text = buttonTexts(locale);
  const step = (press: Press): ChatButton => ({ text: text(press), data: pressData(press, order.id) });
  if (order.state === "waiting") return [[step("cancel"), step("report")]];
  if (order.state === "received") return [[...(order.wantsMore ? [] : [step("ask_more")]), step("finish")]];
  if (order.money === "held") return [];
  return [[{ text: text("again"), data: pressData("goods", order.service.id, order.country.id) }]];
}

/** An order as a chat shows it: what it is for, the number to copy, how it stands, what may be done. */
export function orderMessage(order: ActivationView, locale: Locale): ChatMessage {
  const text = chatTexts(locale);
  const minutes = Math.ceil(order.secondsLeft / 60);
  const state = order.state === "received" && order.wantsMore ? "wantsMore" : order.state;
  const code = order.messages.find((message) => message.code)?.code ?? null;
  const lines = [
    `<b>${escapeHtml(order.service.name)}</b> · ${escapeHtml(order.country.name)}`,
    ...(order.number === null ? [] : [`<code>+${escapeHtml(order.number)}</code>`]),
    text(`states.${state}`, { minutes }),
    ...(code === null ? [] : [`${text("code")} <code>${escapeHtml(code)}</code>`]),
  ];
  return { html: lines.join("\n"), buttons: orderButtons(order, locale) };
}
