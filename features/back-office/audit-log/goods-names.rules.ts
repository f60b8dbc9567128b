import { type Catalogue, countryName, serviceName } from "#features/catalogue/catalogue.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What of an audit entry names services or countries: one, or several with commas. */
const goodsDetails = [
  "service",
  "serviceCode",
  "serviceId",
  "serviceIds",
  "countryId",
  "countryIds",
] as const;

/**
 * Names of the services and countries among an action's details, in a reader's language and by the detail's name. One that the catalogue
 * does not know stays as it was recorded.
 */
export function namesOf(
  details: Readonly<Record<string, unknown>>,
  { serviceByCode, serviceById, countryById }: Catalogue,
  locale: Locale,
): Record<string, string> {
  const nameOf = (detail: string, value: string) => {
    if (detail.startsWith("country")) {
      const country = countryById.get(Number(value));
      return country ? countryName(country, locale) : value;
    }
    const service = /Ids?$/.test(detail) ? serviceById.get(Number(value)) : serviceByCode.get(value);
    return service ? serviceName(service, locale) : value;
  };
  const given = goodsDetails.filter((detail) => (details[detail] ?? "") !== "");
  return Object.fromEntries(
    given.map((detail) => [
      detail,
      String(details[detail])
        .split(",")
        .map((value) => nameOf(detail, value))
        .join(", "),
    ]),
  );
}
