import { listActivationViews } from "#features/activations/activations.reads.ts";
import { findMessageText } from "#features/activations/message-timestamps.reads.ts";
import { mayAct } from "#features/identity/account-facts.reads.ts";
import { findRecoveryEnd } from "#features/identity/running-recovery/running-recovery.reads.ts";
import { findWalletCredit } from "#features/ledger/credits.reads.ts";
import { getWallet } from "#features/ledger/wallet.reads.ts";
import { orderButtons } from "#features/notifications/telegram/buying/chat-orders.reads.ts";
import {
  tellAccountClaim,
  tellAccounts,
} from "#features/notifications/telegram/chat-news/account-news.reads.ts";
import {
  tellStoreClaim,
  tellStoreDecision,
  tellStoreEarnings,
} from "#features/notifications/telegram/chat-news/store-news.reads.ts";
import { findChatOwner } from "#features/notifications/telegram/links/chat-links.reads.ts";
import { RECOVERY, type TakenMessage } from "#features/notifications/telegram/outbox.rules.ts";
import { type ChatMessage, escapeHtml } from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  roublesText,
  siteAddress,
  withPage,
} from "#features/notifications/telegram/telegram-texts.reads.ts";
import { findClaimCredit } from "#features/payments/claims/claims.reads.ts";
import { findPaymentView } from "#features/payments/payments.reads.ts";
import { spanText } from "#features/rentals/duration.rules.ts";
import { findRentalMessage } from "#features/rentals/message-timestamps.reads.ts";
import { listRentalDetails } from "#features/rentals/rentals.reads.ts";
import { isFinal } from "#features/rentals/rentals.rules.ts";
import type { UserId } from "#lib/api/actor.ts";
import type { Db } from "#lib/db/pool.ts";
import { formatMoment } from "#lib/i18n/formats.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";
import { unseal } from "#lib/sealed-text.ts";

type Told = {
  readonly userId: UserId;
  readonly locale: Locale;
  readonly subjectId: number;
  readonly objectId: number;
};

/**
 * What a chat is told of something that happened, read when it is sent and kept nowhere. Null when there is nothing to say any more: the
 * chat was cut off, its owner may not act, or what happened is gone.
 */
export async function composeNews(db: Db, message: TakenMessage): Promise<ChatMessage | null> {
  const owner = await findChatOwner(db, message.chatId);
  if (!owner || owner.userId !== message.userId || !(await mayAct(db, owner.userId))) return null;
  const told = { ...owner, subjectId: message.subjectId, objectId: message.objectId ?? 0 };
  switch (message.type) {
    case "activation.sms_received":
      return tellCode(db, told);
    case "rental.sms_received":
      return tellRental(db, told);
    case "rental.expiring":
      return tellEnding(db, told);
    case "accounts.delivered":
    case "accounts.cancelled":
      return tellAccounts(db, told);
    case "accounts.claim_decided":
      return tellAccountClaim(db, told);
    case "store.claim_opened":
      return tellStoreClaim(db, told);
    case "store.claim_decided":
      return tellStoreDecision(db, told);
    case "store.earned":
      return tellStoreEarnings(db, told);
    case "cashback.paid":
      return tellCashback(db, told);
    case "payment.credited":
      return tellPayment(db, told);
    case "balance.low":
      return tellBalance(db, told);
    case RECOVERY:
      return tellRecovery(db, told);
    default:
      return null;
  }
}

type Sms = {
  readonly service: string;
  readonly country: string;
  readonly number: string;
  readonly code: string | null;
  readonly text: string | null;
};

/** Telegram takes 4096 characters a message. */
const LONGEST_SMS = 3_000;

/** The code stands in a font of its own: a press copies it, and so it is with the number. */
function smsHtml({ service, country, number, code, text }: Sms, locale: Locale): string {
  const lines = [
    `<b>${escapeHtml(service)}</b> · ${escapeHtml(country)}`,
    `<code>+${escapeHtml(number)}</code>`,
    ...(code ? ["", `${chatTexts(locale)("code")} <code>${escapeHtml(code)}</code>`] : []),
    // A code without more is said once.
    ...(text && text !== code ? ["", escapeHtml(text.slice(0, LONGEST_SMS))] : []),
  ];
  return lines.join("\n");
}

async function tellCode(db: Db, { userId, locale, subjectId, objectId }: Told): Promise<ChatMessage | null> {
  const [order] = await listActivationViews(db, userId, [objectId], locale);
  const said = await findMessageText(db, subjectId);
  if (!order?.number || !said) return null;
  const sms = { ...said, service: order.service.name, country: order.country.name, number: order.number };
  return { html: smsHtml(sms, locale), buttons: orderButtons(order, locale) };
}

async function tellRental(
  db: Db,
  { userId, locale, subjectId, objectId }: Told,
): Promise<ChatMessage | null> {
  const [rental] = await listRentalDetails(db, userId, [objectId], locale);
  const message = await findRentalMessage(db, subjectId);
  if (!rental || !message) return null;
  const sms = {
    service: rental.service?.name ?? unseal(message.sealedSender),
    country: rental.country.name,
    number: String(rental.number),
    code: message.sealedCode === null ? null : unseal(message.sealedCode),
    text: unseal(message.sealedText),
  };
  return { html: smsHtml(sms, locale) };
}

async function tellEnding(db: Db, { userId, locale, objectId }: Told): Promise<ChatMessage | null> {
  const [rental] = await listRentalDetails(db, userId, [objectId], locale);
  if (!rental || isFinal(rental.state)) return null;
  const left = spanText(localeFacts[locale].tag, rental.secondsLeft);
  const lines = [
    `<b>${escapeHtml(rental.service.name)}</b> · ${escapeHtml(rental.country.name)}`,
    `<code>+${escapeHtml(rental.number ?? "")}</code>`,
    chatTexts(locale)("ending", { left }),
  ];
  return withPage(lines.join("\n"), buttonTexts(locale)("rentals"), siteAddress(locale, "/profile/rentals"));
}

async function tellCashback(db: Db, { userId, locale, objectId }: Told): Promise<ChatMessage | null> {
  const credited = await findWalletCredit(db, userId, objectId);
  if (credited === null) return null;
  const { availableKopecks } = await getWallet(db, userId);
  const values = { amount: roublesText(credited), balance: roublesText(kopecks(availableKopecks)) };
  return { html: chatTexts(locale)("cashback", values) };
}

async function tellPayment(db: Db, { userId, locale, objectId }: Told): Promise<ChatMessage | null> {
  const payment = await findPaymentView(db, userId, objectId, locale);
  if (!payment) return null;
  const [claimed, { availableKopecks }] = await Promise.all([
    findClaimCredit(db, userId, payment.id),
    getWallet(db, userId),
  ]);
  const amount = roublesText(kopecks(claimed ?? payment.amountKopecks));
  const balance = roublesText(kopecks(availableKopecks));
  return { html: chatTexts(locale)("credited", { amount, balance }) };
}

async function tellBalance(db: Db, { userId, locale }: Told): Promise<ChatMessage> {
  const { availableKopecks } = await getWallet(db, userId);
  const html = chatTexts(locale)("low", { balance: roublesText(kopecks(availableKopecks)) });
  return withPage(html, buttonTexts(locale)("topUp"), siteAddress(locale, "/profile/pay"));
}

/** Until when somebody who still has the second factor can cancel that it is turned off. Null when that is over. */
async function tellRecovery(db: Db, { userId, locale }: Told): Promise<ChatMessage | null> {
  const endsAt = await findRecoveryEnd(db, userId);
  if (!endsAt) return null;
  const html = chatTexts(locale)("security.recovery", { moment: formatMoment(locale, endsAt, "UTC") });
  const address = siteAddress(locale, "/profile/settings/security");
  return withPage(html, buttonTexts(locale)("security.cancel"), address);
}
