import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";
import { type RenderedMail, renderMail } from "#lib/mail/message.ts";
import { mailText, own } from "#lib/mail/typed-text.ts";

/** What is on sale again: a service, a country, or a service in a country. */
export type GoodsOnSale = {
  readonly service: { readonly name: string; readonly slug: string } | null;
  readonly country: { readonly name: string; readonly slug: string } | null;
};

/** The one mail of a stock alert; texts at `community.mail.stock` in messages/. */
export function renderStockMail(
  { service, country }: GoodsOnSale,
  locale: Locale,
  house: { readonly brand: string; readonly publicUrl: string },
): RenderedMail {
  const values = {
    brand: own(house.brand),
    service: own(service?.name ?? ""),
    country: own(country?.name ?? ""),
    what: own(service ? (country ? "both" : "service") : "country"),
  };
  const text = (part: string) => mailText(locale, `community.mail.stock.${part}`, values);
  return renderMail(
    {
      subject: text("subject"),
      heading: text("heading"),
      paragraphs: [text("body")],
      action: {
        label: mailText(locale, "community.mail.onSale.action", values),
        url: house.publicUrl + localizedPath(locale, pathOf(service, country)),
      },
      note: text("note"),
    },
    locale,
    house.brand,
  );
}

function pathOf(service: GoodsOnSale["service"], country: GoodsOnSale["country"]): string {
  if (!service) return country ? `/countries/${country.slug}` : "/services";
  return `/${service.slug}${country ? `?country=${country.slug}` : ""}`;
}
