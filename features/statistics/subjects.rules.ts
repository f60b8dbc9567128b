import {
  type Catalogue,
  countryIconPath,
  countryName,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import { fullRentCode } from "#features/rentals/rentals.rules.ts";
import { wholeNumberId } from "#features/statistics/statistics.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A service or country as figures name it. Icons are paths. */
type CountedService = { code: string; name: string; icon: string | null };
type CountedCountry = { id: number; name: string; icon: string };

/** What has left the catalogue keeps its number, so that nothing bought disappears from the figures. */
export function serviceOf(id: number, catalogue: Catalogue, locale: Locale): CountedService {
  const service =
    id === wholeNumberId ? catalogue.serviceByCode.get(fullRentCode) : catalogue.serviceById.get(id);
  return service
    ? { code: service.code, name: serviceName(service, locale), icon: serviceIconPath(service) }
    : { code: String(id), name: String(id), icon: null };
}

/** As `serviceOf`, of a country. */
export function countryOf(id: number, catalogue: Catalogue, locale: Locale): CountedCountry {
  const country = catalogue.countryById.get(id);
  return country
    ? { id, name: countryName(country, locale), icon: countryIconPath(country) }
    : { id, name: String(id), icon: "" };
}
