import { type ChatMessage, escapeHtml } from "#features/notifications/telegram/telegram.rules.ts";
import {
  buttonTexts,
  chatTexts,
  roublesText,
  siteAddress,
  withPage,
} from "#features/notifications/telegram/telegram-texts.reads.ts";
import { findToldEarnings } from "#features/ready-accounts/earnings/store-earnings.reads.ts";
import { findToldClaim } from "#features/ready-accounts/warranty/warranty.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { formatMoment, formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { typedText } from "#lib/mail/typed-text.ts";
import { kopecks } from "#lib/money/kopecks.ts";

type Told = { readonly userId: number; readonly locale: Locale; readonly objectId: number };

/** A claim that waits for the store's answer, with what the buyer says. Nothing once it was answered: there is no hurry any more. */
export async function tellStoreClaim(
  db: Db,
  { userId, locale, objectId }: Told,
): Promise<ChatMessage | null> {
  const claim = await findOwnClaim(db, userId, objectId);
  if (claim?.state !== "open" || claim.objection !== null) return null;
  const until = formatMoment(locale, claim.dueAt, "UTC");
  const text = chatTexts(locale)("storeNews.claimOpened", { ...namesOf(claim), until });
  // A stranger has typed it; the whole of it stands in the store.
  return aboutStore([text, escapeHtml(typedText(claim.text ?? ""))], locale);
}

/** A claim that was decided for its buyer without the store's answer, or against it. */
export async function tellStoreDecision(
  db: Db,
  { userId, locale, objectId }: Told,
): Promise<ChatMessage | null> {
  const claim = await findOwnClaim(db, userId, objectId);
  if (!claim || claim.state === "open" || claim.state === "refused" || claim.decidedBy === userId)
    return null;
  const group = claim.decidedBy === null ? "claimSilent" : "claimOverruled";
  const amount = roublesText(kopecks(claim.shareKopecks));
  const text = chatTexts(locale)(`storeNews.${group}.${claim.state}`, { ...namesOf(claim), amount });
  const said = claim.reason === null ? [] : [escapeHtml(claim.reason)];
  return aboutStore([text, ...said], locale);
}

/** What was released to the store since its owner was told last. */
export async function tellStoreEarnings(
  db: Db,
  { userId, locale, objectId }: Told,
): Promise<ChatMessage | null> {
  const told = await findToldEarnings(db, userId, objectId);
  if (!told) return null;
  const text = chatTexts(locale)("storeNews.earned", {
    ...{ count: told.orders, shown: formatNumber(told.orders) },
    amount: roublesText(kopecks(told.total)),
  });
  return aboutStore([text], locale);
}

/** A claim about an account of this person's store. */
async function findOwnClaim(db: Db, userId: number, claimId: number) {
  const claim = await findToldClaim(db, claimId);
  return claim?.sellerId === userId ? claim : null;
}

/** The owner has typed the name of the offer: nothing of it becomes a link. */
function namesOf(claim: { readonly orderId: number; readonly place: number; readonly offerName: string }) {
  const { orderId, place, offerName } = claim;
  return { order: String(orderId), place: String(place), offer: typedText(offerName) };
}

function aboutStore(lines: readonly string[], locale: Locale): ChatMessage {
  return withPage(lines.join("\n"), buttonTexts(locale)("storeNews.open"), siteAddress(locale, "/store"));
}
