import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  countryIconPath,
  countryName,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import type { AccountOfferView } from "#features/ready-accounts/stock/stock.contract.ts";
import type { OfferWithStock } from "#features/ready-accounts/stock/stock.reads.ts";
import type { Db } from "#lib/db/pool.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { kopecks } from "#lib/money/kopecks.ts";

/** Offers as whoever sells by them sees them, with the names of their services and countries. */
export async function accountOfferViews(
  db: Db,
  offers: readonly OfferWithStock[],
  locale: Locale,
): Promise<AccountOfferView[]> {
  const { serviceById, countryById } = await readCatalogue(db);
  return offers.map(({ sellerId: _, barredAt, ...offer }) => {
    const service = serviceById.get(offer.serviceId);
    const country = countryById.get(offer.countryId);
    return {
      ...offer,
      isBarred: barredAt !== null,
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
}
