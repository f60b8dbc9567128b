import { deskPageSize, type Page, pageFrom } from "#features/back-office/back-office.rules.ts";
import type { AccountOfferView } from "#features/back-office/ready-accounts/desk-ready-accounts.contract.ts";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  countryIconPath,
  countryName,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import { listOffersWithStock, type OfferFilter } from "#features/ready-accounts/stock/stock.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Offers of accounts as the desk shows them, newest first. */
export async function listAccountOfferViews(
  db: Db,
  filter: OfferFilter,
  locale: Locale,
): Promise<Page<AccountOfferView>> {
  const { items, hasMore } = pageFrom(await listOffersWithStock(db, filter, deskPageSize + 1));
  const { serviceById, countryById } = await readCatalogue(db);
  const views = items.map((offer) => {
    const service = serviceById.get(offer.serviceId);
    const country = countryById.get(offer.countryId);
    return {
      ...offer,
      priceKopecks: kopecks(offer.priceKopecks),
      service: {
        code: service?.code ?? "",
        name: service ? serviceName(service, locale) : String(offer.serviceId),
        icon: service ? serviceIconPath(service) : null,
      },
      country: {
        name: country ? countryName(country, locale) : String(offer.countryId),
        icon: country ? countryIconPath(country) : "",
      },
      createdAt: offer.createdAt.toISOString(),
    };
  });
  return { items: views, hasMore };
}
