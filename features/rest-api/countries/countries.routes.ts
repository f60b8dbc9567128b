import { countryIconPath, countryName } from "#features/catalogue/catalogue.rules.ts";
import { listCountriesForSale } from "#features/policy/policy.reads.ts";
import { restListCountries } from "#features/rest-api/countries/countries.contract.ts";
import { route } from "#lib/api/route.ts";

const DOOR = { mode: "activation", channel: "api" } as const;

export const restCountryRoutes = [
  route(restListCountries, async ({ db, locale }) => ({
    data: (await listCountriesForSale(db, DOOR, locale)).map((country) => ({
      id: country.id,
      name: countryName(country, locale),
      iso2: country.iso2,
      dialCode: country.dialCode,
      icon: countryIconPath(country),
      operators: [...country.operators],
    })),
  })),
];
