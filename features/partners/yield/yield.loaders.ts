import "server-only";
import { cache } from "react";
import { countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import { readYieldBasis } from "#features/partners/yield/yield.reads.ts";
import type { YieldBasis } from "#features/partners/yield/yield.rules.ts";
import { listCountriesForSale, listPopularServicesForSale } from "#features/policy/policy.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const SITE = { mode: "activation", channel: "site" } as const;
/** So many countries can be chosen: those with own figures first, then in the catalogue's order. */
const COUNTRIES = 24;

type Named = { readonly id: number; readonly name: string };

/** What the calculator offers to choose from, and what it counts with. */
type YieldChoices = {
  readonly countries: readonly Named[];
  readonly services: readonly Named[];
  readonly basis: YieldBasis;
};

/** The popular services and the countries that the calculator offers, with the yields of these alone. */
export const loadYieldChoices = cache(async (locale: Locale): Promise<YieldChoices> => {
  const db = pageDb();
  const [countries, services, { measured, assumed }] = await Promise.all([
    listCountriesForSale(db, SITE, locale),
    listPopularServicesForSale(db, SITE),
    readYieldBasis(db),
  ]);
  const serviceIds = new Set(services.map(({ id }) => id));
  const ofServices = measured.filter((one) => serviceIds.has(one.serviceId));
  const known = new Set(ofServices.map(({ countryId }) => countryId));
  const shown = countries
    .toSorted((left, right) => Number(known.has(right.id)) - Number(known.has(left.id)))
    .slice(0, COUNTRIES);
  const shownIds = new Set(shown.map(({ id }) => id));
  return {
    countries: shown.map((country) => ({ id: country.id, name: countryName(country, locale) })),
    services: services.map((service) => ({ id: service.id, name: serviceName(service, locale) })),
    basis: { measured: ofServices.filter(({ countryId }) => shownIds.has(countryId)), assumed },
  };
});
