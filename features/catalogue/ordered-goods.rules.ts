import {
  type Country,
  countryIconPath,
  countryName,
  type Service,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The service of an order in the buyer's language; empty texts for one that the catalogue has no more. */
export function orderedService(service: Service | undefined, locale: Locale) {
  return {
    code: service?.code ?? "",
    name: service ? serviceName(service, locale) : "",
    icon: service ? serviceIconPath(service) : null,
  };
}

/** The same of a country, whose `id` the order knows. */
export function orderedCountry(id: number, country: Country | undefined, locale: Locale) {
  return {
    id,
    iso2: country?.iso2 ?? "",
    name: country ? countryName(country, locale) : "",
    icon: country ? countryIconPath(country) : "",
  };
}
