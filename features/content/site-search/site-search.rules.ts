import { articleHref } from "#features/content/blog/blog.rules.ts";
import { pageHref } from "#features/content/pages/pages.rules.ts";
import type { Excerpt } from "#features/content/site-search/excerpts.rules.ts";
import { siteSearchCharacters } from "#features/site/site.rules.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type KindRow = {
  readonly kind: string;
  /** The tab that shows it. */
  readonly tab: string;
  /** A text of the desk: a branch of the view `content_search_sources`, with triggers on its tables. All others are the catalogue's. */
  readonly isText: boolean;
  readonly hrefOf: (slug: string) => string;
};

/** What the search of the site finds, in the order in which it is shown. The words of each stand below `content.search.kinds`. */
export const searchKinds = [
  { kind: "services", tab: "services", isText: false, hrefOf: (slug) => `/${slug}` },
  { kind: "countries", tab: "services", isText: false, hrefOf: (slug) => `/countries/${slug}` },
  { kind: "articles", tab: "articles", isText: true, hrefOf: (slug) => articleHref({ slug }) },
  { kind: "pages", tab: "pages", isText: true, hrefOf: (path) => pageHref({ path }) },
  { kind: "faq", tab: "faq", isText: true, hrefOf: (slug) => `/faq#${slug}` },
] as const satisfies readonly KindRow[];

type SearchRow = (typeof searchKinds)[number];
export type SearchKind = SearchRow["kind"];
export type TextKind = Extract<SearchRow, { isText: true }>["kind"];
type SearchTab = SearchRow["tab"] | "all";

/** The tabs of the page in their order. */
export const searchTabs: readonly SearchTab[] = [
  "all",
  ...new Set(searchKinds.map(({ tab }): SearchTab => tab)),
];

/** Hits of each kind in the window over the page; where all kinds are shown; and with every press on "show more". */
export const hitsShown = { inWindow: 5, ofEach: 5, atOnce: 20 } as const;
/** Further hits are found by another word, not by reading on. */
const HITS_AT_MOST = 100;
/** Texts or services that are nearly what was typed. */
export const nearShown = 3;

/** What is searched for, and which part of what is found is looked at. */
export type SearchQuery = {
  /** Trimmed; "" = nothing yet. */
  readonly text: string;
  readonly tab: SearchTab;
  /** Hits of a tab that are shown. */
  readonly shown: number;
};

/** A page that fits what was typed. */
export type SearchHit = {
  readonly kind: SearchKind;
  readonly title: string;
  /** Without the language. */
  readonly href: string;
  /** What title and excerpt are written in. */
  readonly language: Locale;
  /** Path of a mark or flag; null where there is none. */
  readonly icon: string | null;
  readonly excerpt: Excerpt | null;
};

/** The hits of a kind, the best ones first; `total` counts all that there are. */
export type SearchGroup = {
  readonly kind: SearchKind;
  readonly total: number;
  readonly hits: readonly SearchHit[];
};

export type SearchResult = {
  readonly groups: readonly SearchGroup[];
  /** No text has all of the words: those are shown that have some. */
  readonly isLoose: boolean;
  /** What is called nearly as what was typed, where nothing has all of it. */
  readonly near: readonly SearchHit[];
};

type Given = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Reads the search out of the query of an address (`?q=sms&tab=articles&shown=40`); whatever is wrong in there is left out. */
export function readSearchQuery(given: Given): SearchQuery {
  const tab = searchTabs.find((one) => one === textOf(given, "tab")) ?? "all";
  const shown = textOf(given, "shown");
  const wanted = /^\d{1,4}$/.test(shown) ? Number(shown) : hitsShown.atOnce;
  return {
    text: textOf(given, "q").slice(0, siteSearchCharacters),
    tab,
    shown: Math.min(Math.max(wanted, hitsShown.atOnce), HITS_AT_MOST),
  };
}

function textOf(given: Given, name: string): string {
  const value = given[name];
  return (typeof value === "string" ? value : (value?.[0] ?? "")).trim();
}

/** The address of a search, without a language; what is usual is left out. */
export function searchHref({ text, tab = "all", shown = 0 }: Partial<SearchQuery>): string {
  const query = new URLSearchParams();
  if (text) query.set("q", text);
  if (tab !== "all") query.set("tab", tab);
  if (shown > hitsShown.atOnce) query.set("shown", String(shown));
  return query.size > 0 ? `/search?${query}` : "/search";
}

/** The rows of the kinds that a tab shows. */
export function kindsOf(tab: SearchTab): readonly SearchRow[] {
  return searchKinds.filter((row) => tab === "all" || row.tab === tab);
}

/** The row of a kind. */
export function rowOf(kind: SearchKind): SearchRow {
  return searchKinds.find((row) => row.kind === kind) as SearchRow;
}

/** Groups in the order in which they are shown. */
export function inOrder(groups: readonly SearchGroup[]): SearchGroup[] {
  const place = ({ kind }: SearchGroup) => searchKinds.findIndex((row) => row.kind === kind);
  return groups.toSorted((a, b) => place(a) - place(b));
}

/** How many hits there are in all. */
export function countHits(groups: readonly SearchGroup[]): number {
  return groups.reduce((sum, { total }) => sum + total, 0);
}

/** How many hits of a tab the next press shows; null when all are shown, or as many as may be. */
export function nextShown(groups: readonly SearchGroup[], shown: number): number | null {
  const isMore = groups.some(({ total, hits }) => total > hits.length);
  return isMore && shown < HITS_AT_MOST ? shown + hitsShown.atOnce : null;
}
