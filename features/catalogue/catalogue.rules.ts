import { pageSizes } from "#features/site/site.rules.ts";
import { pictureHref } from "#features/site/stored-pictures.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

export const serviceCategories = [
  "messenger",
  "social",
  "mail",
  "bank",
  "government",
  "payments",
  "broker",
  "crypto",
  "dating",
  "delivery",
  "games",
  "shopping",
  "taxi",
  "other",
] as const;
export type ServiceCategory = (typeof serviceCategories)[number];

export type Country = {
  /** The protocol's id, which is ours too. */
  readonly id: number;
  /** Upper case; XK for Kosovo. Two countries may share one (USA and USA virtual). */
  readonly iso2: string;
  /** Digits without the plus sign. */
  readonly dialCode: string;
  readonly slug: string;
  /** Lower-case name of the flag's file. */
  readonly flagCode: string;
  readonly names: Readonly<Record<Locale, string>>;
  /** Place among the countries shown first, from 1; null when it is not among them. */
  readonly popularPosition: number | null;
  readonly visible: boolean;
  readonly retry: boolean;
  readonly rent: boolean;
  readonly multiService: boolean;
  /** Known operator tokens, largest first; "any" is always understood and not listed. */
  readonly operators: readonly string[];
};

export type Service = {
  readonly id: number;
  /** The protocol's code: `tg`. */
  readonly code: string;
  readonly slug: string;
  readonly name: string;
  readonly names: Readonly<Partial<Record<Locale, string>>>;
  readonly category: ServiceCategory;
  /** From 1, best known first. */
  readonly popularityRank: number;
  readonly nameTranscriptionEnRu: string;
  readonly nameTranscriptionRuEn: string;
  /** File name in public/icons/services without ".svg"; null = letter tile. */
  readonly icon: string | null;
  /** Name of the stored picture that editors let stand for it, shown in the place of its mark; most have none. */
  readonly picture: string | null;
  /** Brand colour, six hex digits. */
  readonly iconColor: string | null;
};

/** All that is known about countries and services, with ways to look it up. Services come by popularity. */
export type Catalogue = {
  readonly version: number;
  readonly countries: readonly Country[];
  readonly services: readonly Service[];
  readonly countryById: ReadonlyMap<number, Country>;
  readonly countryBySlug: ReadonlyMap<string, Country>;
  readonly serviceById: ReadonlyMap<number, Service>;
  readonly serviceByCode: ReadonlyMap<string, Service>;
  readonly serviceBySlug: ReadonlyMap<string, Service>;
  /** Folded texts by which a service is found, by service id. */
  readonly searchTexts: ReadonlyMap<number, readonly string[]>;
};

/** So old is the catalogue that a process goes by at most, while the database answers; a change shows by then. */
export const catalogueOldestMs = 750;

/** The operator that means "no preference". */
const anyOperator = "any";
export const popularServicesShown = pageSizes.popularServices;
export const servicePageSize = pageSizes.services;
const servicePageSizeMax = 100;

/** Puts rows into their order and indexes them. */
export function buildCatalogue(
  version: number,
  countries: readonly Country[],
  services: readonly Service[],
): Catalogue {
  const ranked = services.toSorted((a, b) => a.popularityRank - b.popularityRank);
  return {
    version,
    countries: countries.toSorted((a, b) => a.id - b.id),
    services: ranked,
    countryById: new Map(countries.map((country) => [country.id, country])),
    countryBySlug: new Map(countries.map((country) => [country.slug, country])),
    serviceById: new Map(ranked.map((service) => [service.id, service])),
    serviceByCode: new Map(ranked.map((service) => [service.code, service])),
    serviceBySlug: new Map(ranked.map((service) => [service.slug, service])),
    searchTexts: new Map(ranked.map((service) => [service.id, searchTextsOf(service)])),
  };
}

export function countryName(country: Country, locale: Locale): string {
  return country.names[locale];
}

export function serviceName(service: Service, locale: Locale): string {
  return service.names[locale] ?? service.name;
}

export function countryIconPath(country: Country): string {
  return `/icons/countries/${country.flagCode}.svg`;
}

/** Path of what is shown of a service: the picture that stands for it, else its mark, or null: then the letter tile stands in. */
export function serviceIconPath(service: Service): string | null {
  if (service.picture !== null) return pictureHref(service.picture);
  return service.icon === null ? null : `/icons/services/${service.icon}.svg`;
}

/** Brings a text to the form in which texts are compared: case, accents, width and runs of spaces do not matter. */
export function foldSearch(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[\u0300-\u036f]/g, "")
    .replaceAll("ı", "i")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The country that somebody means who has typed the beginning of its name (three letters at least); null where there is none. */
export function findCountryNamed<Named extends { readonly name: string; readonly slug: string }>(
  countries: readonly Named[],
  text: string,
): Named | null {
  const wanted = foldSearch(text);
  if (wanted.length < 3) return null;
  return (
    countries.find(({ name, slug }) => foldSearch(name).startsWith(wanted) || slug.startsWith(wanted)) ?? null
  );
}

function searchTextsOf(service: Service): readonly string[] {
  const texts = [
    service.name,
    ...Object.values(service.names),
    service.nameTranscriptionEnRu,
    service.nameTranscriptionRuEn,
    service.slug,
    service.code,
  ].map(foldSearch);
  return [...new Set([...texts, ...texts.map(squeeze)])];
}

/** "you tube" and "you-tube" are typed for YouTube. */
function squeeze(folded: string): string {
  return folded.replaceAll(/[\s-]/g, "");
}

/** How well texts answer a folded search: 0 equal, 1 begins with it, 2 a word begins with it, 3 holds it; null no match. */
export function matchRank(texts: readonly string[], search: string): number | null {
  let best: number | null = null;
  for (const text of texts) {
    const at = text.indexOf(search);
    if (at < 0) continue;
    const rank = at > 0 ? (/[\p{L}\p{N}]/u.test(text[at - 1]!) ? 3 : 2) : text === search ? 0 : 1;
    if (best === null || rank < best) best = rank;
  }
  return best;
}

/**
 * Services that match, best match first; of equal matches those that `isFirst` names (none without it), and then by popularity. A search
 * without a letter finds all.
 */
export function searchServices(
  catalogue: Catalogue,
  search: string,
  isFirst: (service: Service) => boolean = () => false,
): readonly Service[] {
  const folded = foldSearch(search);
  const squeezed = squeeze(folded);
  const rankOf = (service: Service) => {
    if (folded === "") return 0;
    const texts = catalogue.searchTexts.get(service.id)!;
    return matchRank(texts, folded) ?? (squeezed === "" ? null : matchRank(texts, squeezed));
  };
  // Sorting keeps the order of equal ones, which is that of popularity.
  return catalogue.services
    .map((service) => ({ service, rank: rankOf(service), place: isFirst(service) ? 0 : 1 }))
    .filter((found): found is { service: Service; rank: number; place: number } => found.rank !== null)
    .toSorted((a, b) => a.rank - b.rank || a.place - b.place)
    .map(({ service }) => service);
}

export type Page<T> = {
  readonly items: readonly T[];
  readonly page: number;
  readonly perPage: number;
  readonly pageCount: number;
  readonly totalCount: number;
};

/** Cuts a page out. Wishes are clamped: per page 1 to `perPageMax`, page 1 to the last one (of an empty list: page 1 of 0). */
export function pageOf<T>(
  all: readonly T[],
  input: { page: number; perPage: number },
  perPageMax = servicePageSizeMax,
): Page<T> {
  const perPage = Math.min(Math.max(1, Math.trunc(input.perPage)), perPageMax);
  const pageCount = Math.ceil(all.length / perPage);
  const page = Math.min(Math.max(1, Math.trunc(input.page)), Math.max(1, pageCount));
  return {
    items: all.slice((page - 1) * perPage, page * perPage),
    page,
    perPage,
    pageCount,
    totalCount: all.length,
  };
}

/** Popular countries in their order, then the rest by name. */
export function orderCountries(
  countries: readonly Country[],
  locale: Locale,
  languageTag: string,
): readonly Country[] {
  const collator = new Intl.Collator(languageTag);
  const place = (country: Country) => country.popularPosition ?? Number.MAX_SAFE_INTEGER;
  return countries.toSorted(
    (a, b) => place(a) - place(b) || collator.compare(countryName(a, locale), countryName(b, locale)),
  );
}

/** True when the token is "any" or one of the country's operators; a country without known ones accepts only "any". */
export function isOperatorOf(country: Country, token: string): boolean {
  return token === anyOperator || country.operators.includes(token);
}

/** What a list shows of a service. */
export type PickableService = Pick<Service, "id" | "code" | "name" | "slug" | "icon">;

/** What a line or row is about, in a reader's language: a service, and the country where there is one. */
export function subjectOf(service: Service, country: Country | undefined, locale: Locale) {
  return {
    title: serviceName(service, locale),
    detail: country ? countryName(country, locale) : null,
    icon: serviceIconPath(service),
    detailIcon: country ? countryIconPath(country) : null,
  };
}
