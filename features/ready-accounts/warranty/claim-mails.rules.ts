import { formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own, typedText } from "#lib/mail/typed-text.ts";
import { type Kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** How a claim was decided, as its buyer is told; texts at `readyAccounts.mail.<state>` in messages/. */
export type ClaimMail = {
  readonly state: "replaced" | "refunded" | "refused";
  readonly personName: string;
  readonly orderId: number;
  /** Of the account in the order, from 1. */
  readonly place: number;
  /** Whoever sells it has typed it. */
  readonly offerName: string;
  readonly refundKopecks: Kopecks;
  /** What was said to the decision; null when nobody decided in time. */
  readonly reason: string | null;
};

/** The mail about a decided claim, in the buyer's language. Nothing of what the account says. */
export function renderClaimMail(
  claim: ClaimMail,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `readyAccounts.mail.${claim.state}.${part}`, {
      brand: own(house.brand),
      name: claim.personName,
      order: own(String(claim.orderId)),
      place: own(String(claim.place)),
      offer: claim.offerName,
      amount: own(formatNumber(roublesNumber(claim.refundKopecks), 2)),
    });
  const url = house.publicUrl + localizedPath(locale, "/profile/accounts");
  // The owner of a store may have typed it; the whole of it stands on the page.
  const reasons = claim.reason === null ? [] : [typedText(claim.reason)];
  return renderTexts(text, url, locale, house.brand, reasons);
}
