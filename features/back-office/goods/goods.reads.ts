import type { GoodsPrices } from "#features/back-office/goods/goods.contract.ts";
import { findServiceByCode, listCountries } from "#features/catalogue/catalogue.reads.ts";
import { countryIconPath, countryName } from "#features/catalogue/catalogue.rules.ts";
import { listCountryCosts } from "#features/pricing/pricing.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/**
 * Every country with the lowest prices and cost of a service there: in stock first, cheapest first, then the others in the
 * catalogue's order. Without a service no country has prices. Null when there is no such service.
 */
export async function findGoodsPrices(
  db: Db,
  serviceCode: string | undefined,
  locale: Locale,
): Promise<GoodsPrices | null> {
  const countries = await listCountries(db, locale);
  const service = serviceCode === undefined ? null : await findServiceByCode(db, serviceCode);
  if (serviceCode !== undefined && !service) return null;
  const costs = service ? await listCountryCosts(db, service.id) : [];
  const byCountry = new Map(costs.map(({ countryId, ...prices }) => [countryId, prices]));
  const items = countries.map((country) => ({
    country: {
      id: country.id,
      name: countryName(country, locale),
      slug: country.slug,
      icon: countryIconPath(country),
    },
    prices: byCountry.get(country.id) ?? null,
  }));
  const place = (item: (typeof items)[number]) => item.prices?.retailKopecks ?? Number.MAX_SAFE_INTEGER;
  return { items: items.toSorted((a, b) => place(a) - place(b)) };
}
