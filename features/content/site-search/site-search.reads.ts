import sql from "sql-template-tag";
import { readCatalogue } from "#features/catalogue/catalogue.reads.ts";
import {
  type Country,
  countryIconPath,
  countryName,
  foldSearch,
  type Service,
  serviceIconPath,
  serviceName,
} from "#features/catalogue/catalogue.rules.ts";
import { nearestServices, searchCountries } from "#features/catalogue/catalogue-search.rules.ts";
import { excerptOf } from "#features/content/site-search/excerpts.rules.ts";
import {
  inOrder,
  kindsOf,
  nearShown,
  rowOf,
  type SearchGroup,
  type SearchHit,
  type SearchKind,
  type SearchQuery,
  type SearchResult,
  type TextKind,
} from "#features/content/site-search/site-search.rules.ts";
import {
  listAllServicesForSale,
  listCountriesForSale,
  listServicesForSale,
} from "#features/policy/policy.reads.ts";
import type { Db, Queryable } from "#lib/db/pool.ts";
import { rows } from "#lib/db/query.ts";
import { defaultLocale, type Locale } from "#lib/i18n/locales.ts";

const SITE = { mode: "activation", channel: "site" } as const;
/** Of a word that very many texts have, so many are weighed: those that have it in their title, and the newest ones. */
const WEIGHED = 300;
/** Excerpts are cut out of the beginning of a text. */
const CHARACTERS_READ = 20_000;
const STALE_AT_ONCE = 500;

type Asked = { readonly locale: Locale; readonly text: string };
type FoundText = {
  readonly kind: TextKind;
  readonly slug: string;
  readonly language: Locale;
  readonly title: string;
  readonly body: string;
  readonly total: number;
};

/** What the site has about a text that somebody typed, `most` hits of each kind of the tab. */
export async function searchSite(
  db: Db,
  { locale, text, tab, most }: Pick<SearchQuery, "text" | "tab"> & { locale: Locale; most: number },
): Promise<SearchResult> {
  // PostgreSQL has no place for this sign, which an address may hold.
  const asked = { locale, text: text.replaceAll("\u0000", " ") };
  const kinds = kindsOf(tab);
  const textKinds = kinds.flatMap((row) => (row.isText ? [row.kind] : []));
  const [goods, exact] = await Promise.all([
    tab === "all" || tab === "services" ? findGoods(db, asked, most) : [],
    findTexts(db, asked, textKinds, { most, isAny: false }),
  ]);
  if (goods.length > 0 || exact.length > 0)
    return { groups: inOrder([...goods, ...groupsOf(exact, asked)]), isLoose: false, near: [] };
  const [loose, near] = await Promise.all([
    findTexts(db, asked, textKinds, { most, isAny: true }),
    findNear(db, asked),
  ]);
  const groups = inOrder(groupsOf(loose, asked));
  const isShown = new Set(groups.flatMap(({ hits }) => hits.map(({ href }) => href)));
  return { groups, isLoose: loose.length > 0, near: near.filter(({ href }) => !isShown.has(href)) };
}

/** Services and countries, out of memory. */
async function findGoods(db: Db, { locale, text }: Asked, most: number): Promise<SearchGroup[]> {
  // Without a letter every service would match.
  if (foldSearch(text) === "") return [];
  const [services, allCountries] = await Promise.all([
    listServicesForSale(db, SITE, { search: text, page: 1, perPage: most }),
    listCountriesForSale(db, SITE, locale),
  ]);
  const countries = searchCountries(allCountries, text);
  return [
    groupOf(
      "services",
      services.totalCount,
      services.items.map((service) => serviceHit(service, locale)),
    ),
    groupOf(
      "countries",
      countries.length,
      countries.slice(0, most).map((country) => countryHit(country, locale)),
    ),
  ].filter(({ total }) => total > 0);
}

/**
 * Published texts with all words of a text, or any of them, each in the reader's language or in English, where it is shown so. Those with
 * the words in their title come first.
 */
export async function findTexts(
  db: Queryable,
  { locale, text }: Asked,
  kinds: readonly TextKind[],
  { most, isAny }: { most: number; isAny: boolean },
): Promise<FoundText[]> {
  if (kinds.length === 0) return [];
  return rows<FoundText>(
    db,
    sql`with asked as materialized (
          select language, content_search_question(language, ${text}, ${isAny}) as question
          from unnest(array[${locale}, ${defaultLocale}]::text[]) as language group by language
        ), found as materialized (
          select t.kind, t.document_id, t.language, a.question, count(*) over (partition by t.kind)::int as total,
            row_number() over (partition by t.kind
              order by t.title_words @@ a.question desc, t.shown_from desc nulls last, t.document_id) as place
          from asked a join content_search_texts t on t.words @@ a.question and t.language = a.language
          where ${locale} = any(t.shown_in) and (t.shown_from is null or t.shown_from <= app_now())
            and t.kind = any(${[...kinds]}::text[])
        ), weighed as (
          select t.kind, t.slug, t.language, t.title, t.body, f.total,
            row_number() over (partition by t.kind order by t.title_words @@ f.question desc, ts_rank(t.words, f.question) desc,
              t.shown_from desc nulls last, t.document_id) as place
          from found f join content_search_texts t using (kind, document_id, language)
          where f.place <= ${WEIGHED}
        )
        select kind, slug, language, title, left(body, ${CHARACTERS_READ}) as body, total from weighed
        where place <= ${most} order by kind, place`,
  );
}

/** What is called nearly as the text: services first, then texts by their titles. */
async function findNear(db: Db, { locale, text }: Asked): Promise<SearchHit[]> {
  const [catalogue, forSale, texts] = await Promise.all([
    readCatalogue(db),
    listAllServicesForSale(db, SITE),
    rows<FoundText>(
      db,
      sql`select kind, slug, language, title, '' as body, 1 as total from content_near_titles(${text}, ${locale}, ${defaultLocale}, ${nearShown})`,
    ),
  ]);
  return [
    ...nearestServices(catalogue, forSale, text, nearShown).map((service) => serviceHit(service, locale)),
    ...texts.map((found) => textHit(found, null)),
  ];
}

function groupsOf(found: readonly FoundText[], { text }: Asked): SearchGroup[] {
  return [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, texts]) =>
    groupOf(
      kind,
      texts[0]?.total ?? 0,
      texts.map((one) => textHit(one, text)),
    ),
  );
}

function groupOf(kind: SearchKind, total: number, hits: readonly SearchHit[]): SearchGroup {
  return { kind, total, hits };
}

function serviceHit(service: Service, locale: Locale): SearchHit {
  return goodsHit("services", service.slug, serviceName(service, locale), serviceIconPath(service), locale);
}

function countryHit(country: Country, locale: Locale): SearchHit {
  return goodsHit("countries", country.slug, countryName(country, locale), countryIconPath(country), locale);
}

function goodsHit(
  kind: SearchKind,
  slug: string,
  title: string,
  icon: string | null,
  language: Locale,
): SearchHit {
  return { kind, title, href: rowOf(kind).hrefOf(slug), language, icon, excerpt: null };
}

function textHit({ kind, slug, language, title, body }: FoundText, search: string | null): SearchHit {
  const excerpt = search === null ? null : excerptOf(body, search);
  return { kind, title, href: rowOf(kind).hrefOf(slug), language, icon: null, excerpt };
}

/** A document that the search knows otherwise than the site shows it. */
export type StaleText = { readonly kind: string; readonly id: number };

/** Some of the documents that the search knows otherwise than the site shows them. */
export function listStaleTexts(db: Queryable): Promise<StaleText[]> {
  return rows<StaleText>(
    db,
    sql`select distinct kind, document_id as id from content_search_stale order by kind, id limit ${STALE_AT_ONCE}`,
  );
}
