import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  countryIconPath,
  countryName,
  type Service,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import {
  findCountryForSale,
  findServiceForSale,
  listPopularServicesForSale,
} from "#features/policy/policy.reads.ts";
import {
  type BuyerPrices,
  findBuyerPrices,
  listOffers,
  type PricedOffer,
} from "#features/pricing/pricing.reads.ts";
import {
  arrangePrices,
  ownPriceOf,
  type PriceQuery,
  type PriceRow,
} from "#features/pricing/table/price-table.rules.ts";
import { defaultsOf } from "#features/site/site.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

const SITE = { mode: "activation", channel: "site" } as const;

export type PriceTable = {
  /** What it is about. */
  readonly name: string;
  readonly slug: string;
  readonly icon: string | null;
  /** Its id in the catalogue. */
  readonly id: number;
  /** The rows that the search finds, in order. */
  readonly rows: readonly PriceRow[];
  /** Of how many. */
  readonly total: number;
  /** Services whose prices it shows: the page is made anew when one of them changes. */
  readonly serviceIds: readonly number[];
};

/** In whose words, and whose own prices stand beside everybody's (a proven id; null = nobody's). */
type PriceReader = { readonly locale: Locale; readonly userId: number | null };

/**
 * Retail and wholesale prices of a service in every country, or of every service in a country, and what the asking
 * account pays. Null where there is no such service or country for sale.
 */
export async function findPriceTable(
  db: Db,
  query: PriceQuery,
  asker: PriceReader,
): Promise<PriceTable | null> {
  const buyer = asker.userId === null ? null : await findBuyerPrices(db, asker.userId);
  const reader = { ...asker, buyer };
  return query.subject === "country"
    ? pricesInCountry(db, query, reader)
    : pricesOfService(db, query, reader);
}

type Reader = PriceReader & { readonly buyer: BuyerPrices | null };

function figuresOf(offer: PricedOffer, buyer: BuyerPrices | null) {
  const { retailKopecks, wholesaleKopecks, count } = offer;
  return { retailKopecks, wholesaleKopecks, count, own: buyer && ownPriceOf(offer, buyer) };
}

async function pricesOfService(
  db: Db,
  query: PriceQuery,
  { locale, userId, buyer }: Reader,
): Promise<PriceTable | null> {
  const service = await findSubject(db, query.slug, locale);
  if (!service) return null;
  const { countryById } = await readCatalogue(db);
  const offers = await listOffers(db, { serviceId: service.id, channel: "site", userId });
  const rows = offers.flatMap((offer) => {
    const country = countryById.get(offer.countryId);
    if (!country) return [];
    const { slug } = country;
    const name = countryName(country, locale);
    return [{ name, slug, icon: countryIconPath(country), ...figuresOf(offer, buyer) }];
  });
  return {
    ...{
      id: service.id,
      slug: service.slug,
      name: serviceName(service, locale),
      icon: serviceIconPath(service),
    },
    rows: arrangePrices(rows, query, localeFacts[locale].tag),
    total: rows.length,
    serviceIds: [service.id],
  };
}

/** The service of a slug, the default one without. */
async function findSubject(db: Db, slug: string | null, locale: Locale): Promise<Service | null> {
  if (slug !== null) {
    const service = (await readCatalogue(db)).serviceBySlug.get(slug);
    return service ? findServiceForSale(db, SITE, service.id) : null;
  }
  const usual = await findServiceForSale(db, SITE, defaultsOf(locale).serviceId);
  return usual ?? (await listPopularServicesForSale(db, SITE))[0] ?? null;
}

async function pricesInCountry(
  db: Db,
  query: PriceQuery,
  { locale, userId, buyer }: Reader,
): Promise<PriceTable | null> {
  const { countryBySlug, serviceById } = await readCatalogue(db);
  const known = countryBySlug.get(query.slug ?? "");
  const country = known && (await findCountryForSale(db, SITE, known.id));
  if (!country) return null;
  const offers = await listOffers(db, { countryId: country.id, channel: "site", userId });
  const rows = offers.flatMap((offer) => {
    const service = serviceById.get(offer.serviceId);
    if (!service) return [];
    const { slug } = service;
    const name = serviceName(service, locale);
    return [{ name, slug, icon: serviceIconPath(service), ...figuresOf(offer, buyer) }];
  });
  return {
    ...{
      id: country.id,
      slug: country.slug,
      name: countryName(country, locale),
      icon: countryIconPath(country),
    },
    rows: arrangePrices(rows, query, localeFacts[locale].tag),
    total: rows.length,
    serviceIds: offers.map(({ serviceId }) => serviceId),
  };
}
