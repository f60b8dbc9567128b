import { countryIconPath, countryName } from "#features/catalogue/catalogue.rules.ts";
import { listCountriesForSale, saleVersion } from "#features/policy/policy.reads.ts";
import { restListCountries } from "#features/rest-api/countries/countries.contract.ts";
import { sharedRoute } from "#lib/api/shared-answers.ts";

const DOOR = { mode: "activation", channel: "api" } as const;

export const restCountryRoutes = [
  sharedRoute(
    restListCountries,
    async ({ db, locale }) => ({
      data: (await listCountriesForSale(db, DOOR, locale)).map((country) => ({
        id: country.id,
        name: countryName(country, locale),
        iso2: country.iso2,
        dialCode: country.dialCode,
        icon: countryIconPath(country),
        operators: [...country.operators],
      })),
    }),
    { keyOf: () => "all", versionOf: saleVersion },
  ),
];
