import { type Catalogue, countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type GoodsIds = { readonly serviceId: number | null; readonly countryId: number | null };

/** A service and a country as mails name and link them; null where none is meant, or where it is gone. */
export function mailedGoods(catalogue: Catalogue, { serviceId, countryId }: GoodsIds, locale: Locale) {
  const service = serviceId === null ? undefined : catalogue.serviceById.get(serviceId);
  const country = countryId === null ? undefined : catalogue.countryById.get(countryId);
  return {
    service: service ? { name: serviceName(service, locale), slug: service.slug } : null,
    country: country ? { name: countryName(country, locale), slug: country.slug } : null,
  };
}
