import "server-only";
import { cache } from "react";
import { findServiceBySlug, readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  countryIconPath,
  countryName,
  type Service,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import { nearestCountries } from "#features/catalogue/nearest.rules.ts";
import {
  findServiceForSale,
  listAllServicesForSale,
  listCountriesForSale,
  listPopularServicesForSale,
} from "#features/policy/policy.reads.ts";
import { type OfferView, type ServiceView, toOfferView } from "#features/pricing/offers.rules.ts";
import { listOffers } from "#features/pricing/pricing.reads.ts";
import { findOldRate, findUsdRate, type UsdRate } from "#features/pricing/rates/rates.reads.ts";
import { readStock } from "#features/pricing/stock/stock.reads.ts";
import { inStockFirst, type Stock } from "#features/pricing/stock/stock.rules.ts";
import { defaultsOf } from "#features/site/site.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { env } from "#lib/env.ts";
import { pageIsIncomplete, pageTags } from "#lib/http/page-response.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { log } from "#lib/log.ts";

const NEIGHBOURS_SHOWN = 3;
const SITE = { mode: "activation", channel: "site" } as const;

/** A service in a list, and what of it can be bought now. */
type ListedService = ServiceView & { readonly stock: Stock | null };

function toServiceView(service: Service, locale: Locale): ServiceView {
  return {
    id: service.id,
    code: service.code,
    name: serviceName(service, locale),
    slug: service.slug,
    icon: serviceIconPath(service),
  };
}

/** What the number selection shows, the same for every visitor: retail prices, no balance, no choice of anybody. */
export type Shop = {
  service: ServiceView;
  /** The best known services, those that can be bought first. */
  popular: ListedService[];
  serviceCount: number;
  offers: OfferView[];
  rubPerUsd: number | null;
  wholesaleTurnoverKopecks: number;
};

/** The reference rate for every page's end; null also while it cannot be read: no page fails for it, and none without it is kept. */
export const loadUsdRate = cache(async (): Promise<UsdRate | null> => {
  try {
    return await findUsdRate(pageDb());
  } catch (error) {
    log.warn({ error: (error as Error).message }, "the rate of the dollar could not be read for a page");
    pageIsIncomplete();
    return null;
  }
});

/**
 * The same for the line at every page's end, which says nothing of a rate that nobody has confirmed for a day, or that no bank has ever told:
 * the one that a new installation begins with.
 */
export async function loadRateOfToday(): Promise<UsdRate | null> {
  const rate = await loadUsdRate();
  if (rate === null || rate.source === "seed") return null;
  try {
    return (await findOldRate(pageDb())) ? null : rate;
  } catch (error) {
    log.warn(
      { error: (error as Error).message },
      "the age of the dollar's rate could not be read for a page",
    );
    pageIsIncomplete();
    return null;
  }
}

/** The service of an address, when it may be sold; null for any other word. */
export const loadServiceBySlug = cache(async (slug: string): Promise<Service | null> => {
  const db = pageDb();
  const found = await findServiceBySlug(db, slug);
  return found && (await findServiceForSale(db, SITE, found.id));
});

/** The default service: the configured one, else the best known that is sold. */
async function loadDefaultService(locale: Locale): Promise<Service | null> {
  const db = pageDb();
  const configured = await findServiceForSale(db, SITE, defaultsOf(locale).serviceId);
  return configured ?? (await listPopularServicesForSale(db, SITE))[0] ?? null;
}

/** The number selection for a service (the default one without a slug); null when there is no such service. */
export const loadShop = cache(async (locale: Locale, slug: string | null): Promise<Shop | null> => {
  const db = pageDb();
  const service = slug === null ? await loadDefaultService(locale) : await loadServiceBySlug(slug);
  if (!service) return null;
  const [offers, popular, all, rate, catalogue, stock] = await Promise.all([
    listOffers(db, { serviceId: service.id, channel: "site", userId: null }),
    listPopularServicesForSale(db, SITE),
    listAllServicesForSale(db, SITE),
    findUsdRate(db),
    readCatalogue(db),
    readStock(db),
  ]);
  pageTags([`offers:${service.id}`, "catalogue"]);
  return {
    service: toServiceView(service, locale),
    popular: inStockFirst(
      popular.map((each) => ({
        ...toServiceView(each, locale),
        stock: stock.byService.get(each.id) ?? null,
      })),
    ),
    serviceCount: all.length,
    offers: offers.flatMap((offer) => {
      const country = catalogue.countryById.get(offer.countryId);
      return country
        ? [toOfferView(offer, country, countryName(country, locale), countryIconPath(country))]
        : [];
    }),
    rubPerUsd: rate?.rubPerUsd ?? null,
    wholesaleTurnoverKopecks: env.WHOLESALE_TURNOVER_KOPECKS,
  };
});

/** Names of the countries whose numbers for the shop's service are in stock and sold through the API alone. */
export const loadApiOnlyCountries = cache(async (locale: Locale, shop: Shop): Promise<string[]> => {
  const db = pageDb();
  const [everywhere, { countryById }] = await Promise.all([
    listOffers(db, { serviceId: shop.service.id, channel: "api", userId: null }),
    readCatalogue(db),
  ]);
  const shown = new Set(shop.offers.map(({ countryId }) => countryId));
  return everywhere.flatMap(({ countryId }) => {
    const country = shown.has(countryId) ? undefined : countryById.get(countryId);
    return country ? [countryName(country, locale)] : [];
  });
});

/** Every service that is sold: those with numbers first, then by popularity. */
export const loadServiceList = cache(async (locale: Locale): Promise<ListedService[]> => {
  const db = pageDb();
  const [services, stock] = await Promise.all([listAllServicesForSale(db, SITE), readStock(db)]);
  return inStockFirst(
    services.map((service) => ({
      ...toServiceView(service, locale),
      stock: stock.byService.get(service.id) ?? null,
    })),
  );
});

export type CountryView = {
  readonly id: number;
  readonly iso2: string;
  readonly name: string;
  readonly slug: string;
  readonly icon: string;
  readonly dialCode: string;
  readonly stock: Stock | null;
};

/** Every country whose numbers are sold: those with numbers first, then popular ones, then by name. */
export const loadCountryList = cache(async (locale: Locale): Promise<CountryView[]> => {
  const db = pageDb();
  const [countries, stock] = await Promise.all([listCountriesForSale(db, SITE, locale), readStock(db)]);
  return inStockFirst(
    countries.map((country) => ({
      id: country.id,
      iso2: country.iso2,
      name: countryName(country, locale),
      slug: country.slug,
      icon: countryIconPath(country),
      dialCode: country.dialCode,
      stock: stock.byCountry.get(country.id) ?? null,
    })),
  );
});

export type CountryShop = {
  country: CountryView;
  services: (ServiceView & { priceKopecks: number; count: number })[];
  /** Where nothing is sold now: the nearest countries with numbers. */
  neighbours: CountryView[];
  rubPerUsd: number | null;
};

/** What is sold in a country, by popularity; null when there is no such country. */
export const loadCountryShop = cache(async (locale: Locale, slug: string): Promise<CountryShop | null> => {
  const db = pageDb();
  const countries = await loadCountryList(locale);
  const country = countries.find((each) => each.slug === slug);
  if (!country) return null;
  const [offers, services, rate] = await Promise.all([
    listOffers(db, { countryId: country.id, channel: "site", userId: null }),
    listAllServicesForSale(db, SITE),
    findUsdRate(db),
  ]);
  const byService = new Map(offers.map((offer) => [offer.serviceId, offer]));
  pageTags(["catalogue", ...offers.slice(0, 40).map((offer) => `offers:${offer.serviceId}`)]);
  const withNumbers = offers.length > 0 ? [] : countries.filter(({ stock }) => stock !== null);
  return {
    country,
    neighbours: nearestCountries(country, withNumbers, NEIGHBOURS_SHOWN),
    services: services.flatMap((service) => {
      const offer = byService.get(service.id);
      return offer
        ? [{ ...toServiceView(service, locale), priceKopecks: offer.retailKopecks, count: offer.count }]
        : [];
    }),
    rubPerUsd: rate?.rubPerUsd ?? null,
  };
});
