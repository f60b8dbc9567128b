import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderMail } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";

/** A request that was decided, in the words of its reader's language. */
export type DecidedRequest = {
  /** As the person typed it. */
  readonly site: string;
  readonly service: { readonly name: string; readonly slug: string } | null;
  readonly country: { readonly name: string; readonly slug: string } | null;
  /** What support writes; null when the goods have come on sale. */
  readonly answer: string | null;
};

/** The one mail about a request; texts at `community.mail.<name>` in messages/. */
export function renderDecidedMail(
  { site, service, country, answer }: DecidedRequest,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const name = answer === null ? "onSale" : "answered";
  const values = {
    brand: own(house.brand),
    site,
    service: service ? own(service.name) : site,
    country: own(country?.name ?? ""),
    where: own(country ? "one" : "any"),
  };
  const text = (part: string) => mailText(locale, `community.mail.${name}.${part}`, values);
  const path = service ? `/${service.slug}${country ? `?country=${country.slug}` : ""}` : "/services";
  return renderMail(
    {
      subject: text("subject"),
      heading: text("heading"),
      paragraphs: [text("body"), ...(answer === null ? [] : [answer])],
      action: { label: text("action"), url: house.publicUrl + localizedPath(locale, path) },
      note: mailText(locale, "community.mail.note", values),
    },
    locale,
    house.brand,
  );
}
