import { formatMoment, formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own, typedText } from "#lib/mail/typed-text.ts";
import { type Kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** What the owner of a store is told of a claim; texts at `readyAccounts.mail.<name>` in messages/. Nothing of who has bought. */
export type SellerClaimMail = {
  readonly personName: string;
  readonly orderId: number;
  /** Of the account in the order, from 1. */
  readonly place: number;
  readonly offerName: string;
} & (
  | {
      readonly name: "claimOpened";
      /** What the buyer says: a stranger's words. */
      readonly words: string;
      readonly answerUntil: Date;
    }
  | {
      readonly name: "claimSilent";
      readonly state: "replaced" | "refunded";
      /** Of one account: what the store does not get where its price went back. */
      readonly shareKopecks: Kopecks;
    }
  | {
      readonly name: "claimOverruled";
      readonly state: "replaced" | "refunded";
      readonly shareKopecks: Kopecks;
      /** The staff's own words. */
      readonly reason: string;
    }
);

/** The mail about a claim in the language of the store's owner. Nothing of what the account says. */
export function renderSellerClaimMail(
  mail: SellerClaimMail,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const values = {
    brand: own(house.brand),
    name: mail.personName,
    order: own(String(mail.orderId)),
    place: own(String(mail.place)),
    offer: mail.offerName,
    ...(mail.name === "claimOpened"
      ? { until: own(formatMoment(locale, mail.answerUntil, "UTC")) }
      : { amount: own(formatNumber(roublesNumber(mail.shareKopecks), 2)) }),
  };
  // A decision has a body for each of its outcomes.
  const keyOf = (part: string) => (part === "body" && mail.name !== "claimOpened" ? mail.state : part);
  const text = (part: string) => mailText(locale, `readyAccounts.mail.${mail.name}.${keyOf(part)}`, values);
  const url = house.publicUrl + localizedPath(locale, "/store");
  return renderTexts(text, url, locale, house.brand, wordsOf(mail));
}

/** The whole of what the buyer says stands in the store. */
function wordsOf(mail: SellerClaimMail): string[] {
  if (mail.name === "claimOpened") return [typedText(mail.words)];
  return mail.name === "claimOverruled" ? [mail.reason] : [];
}
