import "server-only";
import { countryName, pageOf, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { listAllServicesForSale, listCountriesForSale } from "#features/policy/policy.reads.ts";
import { loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { findBuyerPrices } from "#features/pricing/pricing.reads.ts";
import { findPriceTable, type PriceTable } from "#features/pricing/table/price-table.reads.ts";
import {
  type PriceQuery,
  priceRowsShown,
  readPriceQuery,
} from "#features/pricing/table/price-table.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { env } from "#lib/env.ts";
import { pageTags } from "#lib/http/page-response.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const SITE = { mode: "activation", channel: "site" } as const;

export type PricePage = {
  readonly query: PriceQuery;
  readonly table: PriceTable;
  /** The rows of this page. */
  readonly rows: PriceTable["rows"];
  readonly pageCount: number;
  readonly services: readonly { slug: string; name: string }[];
  readonly countries: readonly { slug: string; name: string }[];
  readonly rubPerUsd: number | null;
};

type Given = Readonly<Record<string, string | string[] | undefined>>;

/** A page of the table of prices, the same for every visitor; null for a service or country that is not sold. */
export async function loadPricePage(locale: Locale, given: Given): Promise<PricePage | null> {
  const page = await loadPage(locale, given, null);
  if (page) pageTags(["catalogue", ...page.table.serviceIds.slice(0, 40).map((id) => `offers:${id}`)]);
  return page;
}

/** The same with what the signed-in account pays; a guest is sent to sign in. */
export async function loadOwnPrices(locale: Locale, given: Given): Promise<PricePage | null> {
  const { userId } = await requireViewer(locale);
  return loadPage(locale, given, userId);
}

async function loadPage(locale: Locale, given: Given, userId: number | null): Promise<PricePage | null> {
  const db = pageDb();
  const asked = readPriceQuery(given);
  const [table, services, countries, rate] = await Promise.all([
    findPriceTable(db, asked, { locale, userId }),
    listAllServicesForSale(db, SITE),
    listCountriesForSale(db, SITE, locale),
    loadUsdRate(),
  ]);
  if (!table) return null;
  const { items, page, pageCount } = pageOf(table.rows, { page: asked.page, perPage: priceRowsShown });
  return {
    query: { ...asked, slug: table.slug, page },
    table,
    rows: items,
    pageCount,
    services: services.map((service) => ({ slug: service.slug, name: serviceName(service, locale) })),
    countries: countries.map((country) => ({ slug: country.slug, name: countryName(country, locale) })),
    rubPerUsd: rate?.rubPerUsd ?? null,
  };
}

export type OwnConditions = {
  readonly isWholesale: boolean;
  readonly agreedCount: number;
  readonly wholesaleTurnoverKopecks: number;
};

/** By which prices the signed-in account buys; a guest is sent to sign in. */
export async function loadOwnConditions(locale: Locale): Promise<OwnConditions> {
  const { userId } = await requireViewer(locale);
  const { isWholesale, personal } = await findBuyerPrices(pageDb(), userId);
  const wholesaleTurnoverKopecks = env.WHOLESALE_TURNOVER_KOPECKS;
  return { isWholesale, agreedCount: personal.length, wholesaleTurnoverKopecks };
}
