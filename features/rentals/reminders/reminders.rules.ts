import { formatMoment } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderTexts } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";

export type Ending = {
  readonly personName: string;
  readonly number: string;
  readonly serviceName: string;
  readonly countryName: string;
  readonly expiresAt: Date;
  /** Until the end, rounded up. */
  readonly hoursLeft: number;
};

/** The mail about a rent that ends soon, in the reader's language. */
export function renderEndingMail(
  ending: Ending,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const text = (part: string) =>
    mailText(locale, `rentals.mail.ending.${part}`, {
      brand: own(house.brand),
      name: ending.personName,
      number: ending.number,
      service: own(ending.serviceName),
      country: own(ending.countryName),
      end: own(formatMoment(locale, ending.expiresAt, "UTC")),
      hours: ending.hoursLeft,
    });
  return renderTexts(text, house.publicUrl + localizedPath(locale, "/profile/rent"), locale, house.brand);
}
