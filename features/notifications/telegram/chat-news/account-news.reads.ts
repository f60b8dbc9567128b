import { type ChatMessage, escapeHtml } from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  roublesText,
  siteAddress,
  withPage,
} from "#features/notifications/telegram/telegram-texts.reads.ts";
import { findOrderFacts, findPlacedClaim } from "#features/ready-accounts/orders.reads.ts";
import type { AccountOrder } from "#features/ready-accounts/ready-accounts.contract.ts";
import type { Db } from "#lib/db/pool.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { typedText } from "#lib/mail/typed-text.ts";
import { kopecks } from "#lib/money/kopecks.ts";

type Told = { readonly userId: number; readonly locale: Locale; readonly objectId: number };

/** What became of an order of accounts. Never what they say: that is read on the site. */
export async function tellAccounts(db: Db, { userId, locale, objectId }: Told): Promise<ChatMessage | null> {
  const order = await findOrderFacts(db, userId, objectId, locale);
  if (!order || order.state === "held") return null;
  const text = chatTexts(locale)(`accountNews.${order.state}`, {
    ...namesOf(order),
    count: order.count,
    shown: formatNumber(order.count),
    amount: roublesText(kopecks(order.totalKopecks)),
  });
  return aboutOrder(order, [text], locale);
}

/** How a claim about an account was decided, with what was said to it. */
export async function tellAccountClaim(
  db: Db,
  { userId, locale, objectId }: Told,
): Promise<ChatMessage | null> {
  const claim = await findPlacedClaim(db, userId, objectId);
  const order = claim && (await findOrderFacts(db, userId, claim.orderId, locale));
  if (!order || claim.state === "open") return null;
  const { state, place, refundKopecks, reason } = claim;
  const text = chatTexts(locale)(`accountNews.${state}`, {
    ...namesOf(order),
    place: String(place),
    amount: roublesText(kopecks(refundKopecks ?? 0)),
  });
  // The owner of a store may have typed it; the whole of it stands on the page.
  const said = reason === null ? [] : [escapeHtml(typedText(reason))];
  return aboutOrder(order, [text, ...said], locale);
}

/** A seller has typed the name of the offer: nothing of it becomes a link. */
function namesOf({ id, name }: AccountOrder) {
  return { order: String(id), offer: typedText(name) };
}

function aboutOrder({ service, country }: AccountOrder, lines: readonly string[], locale: Locale) {
  const head = `<b>${escapeHtml(service.name)}</b> · ${escapeHtml(country.name)}`;
  const address = siteAddress(locale, "/profile/accounts");
  return withPage([head, ...lines].join("\n"), buttonTexts(locale)("accountNews.open"), address);
}
