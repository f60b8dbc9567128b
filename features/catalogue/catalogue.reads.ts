import sql, { type Sql } from "sql-template-tag";
import {
  buildCatalogue,
  type Catalogue,
  type Country,
  catalogueOldestMs,
  orderCountries,
  type Page,
  pageOf,
  popularServicesShown,
  type Service,
  type ServiceCategory,
  searchServices,
} from "#features/catalogue/catalogue.rules.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { one, rows } from "#lib/db/query.ts";
import { defineSnapshot } from "#lib/db/snapshot.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";

async function loadVersion(db: Queryable): Promise<number> {
  return (await one<{ version: number }>(db, sql`select version from catalogue_version`)).version;
}

async function loadCountries(db: Queryable): Promise<Country[]> {
  return rows<Country>(
    db,
    sql`select c.id, c.iso2, c.dial_code as "dialCode", c.slug, c.flag_code as "flagCode", c.names,
          c.popular_position as "popularPosition", c.visible, c.retry, c.rent, c.multi_service as "multiService",
          coalesce(array_agg(o.token order by o.position) filter (where o.token is not null), '{}') as operators
        from catalogue_countries c left join catalogue_operators o on o.country_id = c.id
        group by c.id`,
  );
}

async function loadServices(db: Queryable): Promise<Service[]> {
  return rows<Service>(
    db,
    sql`select s.id, s.code, s.slug, s.name, s.names, s.category, s.popularity_rank as "popularityRank",
          s.name_transcription_en_ru as "nameTranscriptionEnRu", s.name_transcription_ru_en as "nameTranscriptionRuEn",
          s.icon, s.icon_color as "iconColor", p.picture
        from catalogue_services s left join catalogue_service_pictures p on p.slug = s.slug`,
  );
}

const snapshot = defineSnapshot<Catalogue>({
  name: "catalogue",
  softMs: 300,
  hardMs: catalogueOldestMs,
  // Names do not become wrong while the database is away.
  patienceMs: 300,
  load: async (db, previous) => {
    const version = await loadVersion(db);
    if (previous?.version === version) return previous;
    const [countries, services] = await Promise.all([loadCountries(db), loadServices(db)]);
    return buildCatalogue(version, countries, services);
  },
});

/** The whole catalogue out of this process's memory, read again within a second of a change. */
export function readCatalogue(db: Db): Promise<Catalogue> {
  return snapshot.read(db);
}

/** Forgets the memory, for whoever has just changed or seeded the catalogue. */
export function forgetCatalogue(db: Db): void {
  snapshot.invalidate(db);
}

export async function findCountry(db: Db, id: number): Promise<Country | null> {
  return (await readCatalogue(db)).countryById.get(id) ?? null;
}

export async function findCountryBySlug(db: Db, slug: string): Promise<Country | null> {
  return (await readCatalogue(db)).countryBySlug.get(slug) ?? null;
}

export async function findService(db: Db, id: number): Promise<Service | null> {
  return (await readCatalogue(db)).serviceById.get(id) ?? null;
}

export async function findServiceByCode(db: Db, code: string): Promise<Service | null> {
  return (await readCatalogue(db)).serviceByCode.get(code) ?? null;
}

export async function findServiceBySlug(db: Db, slug: string): Promise<Service | null> {
  return (await readCatalogue(db)).serviceBySlug.get(slug) ?? null;
}

const orderings = new WeakMap<Catalogue, Map<Locale, readonly Country[]>>();

/** All countries, popular first, then by name in the language. What may be sold of them is policy's to say. */
export async function listCountries(db: Db, locale: Locale): Promise<readonly Country[]> {
  const catalogue = await readCatalogue(db);
  const byLocale = orderings.get(catalogue) ?? new Map<Locale, readonly Country[]>();
  orderings.set(catalogue, byLocale);
  const ordered =
    byLocale.get(locale) ?? orderCountries(catalogue.countries, locale, localeFacts[locale].tag);
  byLocale.set(locale, ordered);
  return ordered;
}

export type ServiceQuery = {
  readonly search?: string;
  /** Only these. */
  readonly ids?: readonly number[] | undefined;
  readonly page: number;
  readonly perPage: number;
  /** Leaves out what must not be shown; counts are of what is left. */
  readonly isShown?: (service: Service) => boolean;
  /** Which ones come before others that match as well. */
  readonly isFirst?: (service: Service) => boolean;
};

/** A page of services by how well they match the search, and by popularity. Page and size are clamped. */
export async function listServices(db: Db, query: ServiceQuery): Promise<Page<Service>> {
  const { ids, search = "" } = query;
  const matching = searchServices(await readCatalogue(db), search, query.isFirst);
  const found = ids ? matching.filter(({ id }) => ids.includes(id)) : matching;
  return pageOf(query.isShown ? found.filter(query.isShown) : found, query);
}

/** The services shown before anybody searches. */
export async function listPopularServices(
  db: Db,
  isShown: (service: Service) => boolean = () => true,
): Promise<readonly Service[]> {
  return (await readCatalogue(db)).services.filter(isShown).slice(0, popularServicesShown);
}

/** Operator tokens of a country, largest first; empty for a country whose operators are not known. */
export async function listOperators(db: Db, countryId: number): Promise<readonly string[]> {
  return (await findCountry(db, countryId))?.operators ?? [];
}

/** Ids and codes of the services of some categories, straight from the rows (for use inside a transaction). */
export function listServicesOfCategories(
  db: Queryable,
  categories: readonly ServiceCategory[],
): Promise<{ id: number; code: string; category: ServiceCategory }[]> {
  return rows(
    db,
    sql`select id, code, category from catalogue_services where category = any(${[...categories]}) order by id`,
  );
}

/** The id of the service with this code, as a value within a statement; null when there is none. */
export function serviceIdOf(code: string): Sql {
  return sql`(select c.id from catalogue_services c where c.code = ${code})`;
}
