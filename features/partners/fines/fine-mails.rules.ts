import { formatMoment, formatNumber } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";
import { type Kopecks, roublesNumber } from "#lib/money/kopecks.ts";

/** A mail about a fine; texts at `partners.fines.mail.<name>` in messages/. */
export type FineMail = {
  readonly name: "announced" | "upheld" | "cancelled";
  readonly amountKopecks: Kopecks;
  /** The staff's own words: why there is a fine, or why it was decided so. */
  readonly words: string;
  readonly appealUntil: Date;
};

/** A mail about a fine in its partner's language. Nothing in it was typed by the partner. */
export function renderFineMail(
  mail: FineMail,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `partners.fines.mail.${mail.name}.${part}`, {
      brand: own(house.brand),
      amount: own(formatNumber(roublesNumber(mail.amountKopecks), 2)),
      until: own(formatMoment(locale, mail.appealUntil, "UTC")),
    });
  const url = house.publicUrl + localizedPath(locale, "/partner/earnings");
  return renderTexts(text, url, locale, house.brand, [mail.words]);
}
