import { z } from "zod";
import {
  type Country,
  countryIconPath,
  countryName,
  type Service,
  serviceIconPath,
  serviceName,
  servicePageSize,
} from "#features/catalogue/catalogue.rules.ts";
import { countryIdPattern, serviceCodePattern } from "#features/catalogue/catalogue-ids.rules.ts";
import { defineEndpoint } from "#lib/api/endpoint.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** A service by its code. */
export const ServiceCode = z.string().regex(serviceCodePattern);

/** A country by its id, in a path or a query. */
export const CountryIdText = z.string().regex(countryIdPattern).transform(Number);

export const countryFields = ["name", "slug", "icon", "icon_id", "external_id", "popular"] as const;
type CountryField = (typeof countryFields)[number];

/** A country on the wire. `external_id` is the protocol's id and the one to buy with. */
export const CountryWire = z.strictObject({
  name: z.string(),
  slug: z.string(),
  /** Path of the flag. */
  icon: z.string(),
  /** As a service's; every country has a flag, and none a picture. */
  icon_id: z.string().nullable(),
  external_id: z.number().int(),
  popular: z.boolean(),
});
export type CountryWire = z.infer<typeof CountryWire>;

/** A service on the wire. Both external ids are the protocol's code (`tg`). */
export const ServiceWire = z.strictObject({
  id: z.number().int(),
  external_id: z.string(),
  service_external_id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** Path of the picture that stands for it, else of its mark; null = show a letter tile. */
  icon: z.string().nullable(),
  /** Of the picture that stands for it, which is at `/api/storage/image/{icon_id}` and preferred over a mark; null when there is none. */
  icon_id: z.string().nullable(),
  nameTranscriptionEnRu: z.string(),
  nameTranscriptionRuEn: z.string(),
  category: z.string(),
});
export type ServiceWire = z.infer<typeof ServiceWire>;

/** "name,slug" -> the fields, each once; an unknown one is refused. */
const Fields = z
  .string()
  .max(200)
  .transform((text) => [...new Set(text.split(",").map((field) => field.trim()))])
  .pipe(z.array(z.enum(countryFields)).min(1));

/** The service of an order, as its buyer sees it. */
export const OrderedService = z.strictObject({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  slug: z.string(),
  icon: z.string().nullable(),
});

/** The country of an order. */
export const OrderedCountry = z.strictObject({
  id: z.number(),
  iso2: z.string(),
  name: z.string(),
  slug: z.string(),
  icon: z.string(),
});

/** A whole number out of a query; it is clamped later, so any size does. */
export const WholeNumber = z
  .string()
  .trim()
  .regex(/^-?\d{1,15}$/)
  .transform(Number);

/** "52,1" -> the ids. */
const Ids = z
  .string()
  .regex(/^\d{1,9}(,\d{1,9}){0,199}$/)
  .transform((text) => text.split(",").map(Number));

/** What people type into a search box. */
export const Search = z.string().max(100);

export const listCountriesEndpoint = defineEndpoint({
  id: "listCountries",
  method: "GET",
  path: "/country",
  summary: "Countries whose numbers are sold, popular ones first",
  description:
    "Names are in the language of `x-user-locale`. `fields` chooses the members, all of them without it.",
  tag: "Catalogue",
  access: "public",
  scope: "read",
  query: z.object({ fields: Fields.optional() }),
  response: z.array(CountryWire.partial()),
  errors: [],
  cacheSeconds: 0,
});

export const listServicesEndpoint = defineEndpoint({
  id: "listServices",
  method: "GET",
  path: "/service",
  summary: "Services by popularity, or by how well they match a search",
  description:
    "Of services that match alike, those that can be bought now come first, so that one may change its page between two calls. " +
    "Headers: `x-pagination-page-count`, `x-pagination-total-count`, `x-pagination-current-page`, " +
    "`x-pagination-per-page`. Page and size are clamped to what exists (at most 100 a page). The search looks at names, " +
    "transliterations both ways and slugs. `ids` leaves only the services named. `icon_id` names a stored picture that stands " +
    "for the service, at `/api/storage/image/{icon_id}`; `icon` is the path of what is shown, that picture or the mark.",
  tag: "Catalogue",
  access: "public",
  scope: "read",
  query: z.object({
    page: WholeNumber.default(1),
    "per-page": WholeNumber.default(servicePageSize),
    search: Search.default(""),
    ids: Ids.optional(),
  }),
  response: z.array(ServiceWire),
  errors: [],
  cacheSeconds: 0,
});

/** A country as the site's calls spell it, in a language. */
export function toCountryWire(country: Country, locale: Locale): CountryWire {
  return {
    name: countryName(country, locale),
    slug: country.slug,
    icon: countryIconPath(country),
    icon_id: null,
    external_id: country.id,
    popular: country.popularPosition !== null,
  };
}

/** The requested members of a country, in the order in which they were requested. */
export function pickCountryFields(
  country: CountryWire,
  fields: readonly CountryField[],
): Partial<CountryWire> {
  return Object.fromEntries(fields.map((field) => [field, country[field]]));
}

/** A service as the site's calls spell it, in a language. */
export function toServiceWire(service: Service, locale: Locale): ServiceWire {
  return {
    id: service.id,
    external_id: service.code,
    service_external_id: service.code,
    name: serviceName(service, locale),
    slug: service.slug,
    icon: serviceIconPath(service),
    icon_id: service.picture,
    nameTranscriptionEnRu: service.nameTranscriptionEnRu,
    nameTranscriptionRuEn: service.nameTranscriptionRuEn,
    category: service.category,
  };
}

/** Pagination headers of the site's list calls. */
export function paginationHeaders(page: {
  page: number;
  perPage: number;
  pageCount: number;
  totalCount: number;
}): Record<string, string> {
  return {
    "x-pagination-page-count": String(page.pageCount),
    "x-pagination-total-count": String(page.totalCount),
    "x-pagination-current-page": String(page.page),
    "x-pagination-per-page": String(page.perPage),
  };
}
