import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { WantedSiteView } from "#features/back-office/service-requests/service-requests.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { listWantedSites } from "#features/community/service-requests/service-requests.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What is asked for and not sold, most wanted first; names in the reader's language. */
export async function listWantedSiteViews(
  db: Db,
  { after, locale }: { after: number; locale: Locale },
): Promise<Page<WantedSiteView>> {
  const found = await listWantedSites(db, { after, limit: deskPageSize + 1 });
  const catalogue = await readCatalogue(db);
  const nameOf = (countryId: number | null) => {
    const country = countryId === null ? undefined : catalogue.countryById.get(countryId);
    return country ? countryName(country, locale) : countryId === null ? null : `#${countryId}`;
  };
  const { items, hasMore } = pageFrom(found);
  const views = items.map((wanted) => {
    const service = wanted.serviceId === null ? undefined : catalogue.serviceById.get(wanted.serviceId);
    return {
      id: wanted.place,
      site: wanted.site,
      count: wanted.count,
      firstAt: wanted.firstAt.toISOString(),
      lastAt: wanted.lastAt.toISOString(),
      service: service ? { code: service.code, name: serviceName(service, locale) } : null,
      countries: wanted.countries.map(({ countryId, count }) => ({ name: nameOf(countryId), count })),
      newest: wanted.newest.map(({ countryId, ...line }) => ({ ...line, country: nameOf(countryId) })),
    };
  });
  return { items: views, hasMore };
}
