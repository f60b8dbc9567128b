import "server-only";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { searchSite } from "#features/content/site-search/site-search.reads.ts";
import {
  hitsShown,
  readSearchQuery,
  type SearchQuery,
  type SearchResult,
} from "#features/content/site-search/site-search.rules.ts";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { type Locale, toLocale } from "#lib/i18n/locales.ts";

type Given = Readonly<Record<string, string | string[] | undefined>>;
type SearchPageData = {
  readonly query: SearchQuery;
  /** Null while nothing is asked for. */
  readonly result: SearchResult | null;
};

/** What the page of the search shows of an address. */
export async function loadSearch(locale: Locale, given: Given): Promise<SearchPageData> {
  const query = readSearchQuery(given);
  if (query.text === "") return { query, result: null };
  const most = query.tab === "all" ? hitsShown.ofEach : query.shown;
  return { query, result: await searchSite(pageDb(), { ...query, locale, most }) };
}

/** The head of the page: its title says what is searched for, since that is what its tabs in a browser differ by. */
export function searchMetadata(path: "/search") {
  return async (props: {
    params: Promise<{ locale: string }>;
    searchParams: Promise<Given>;
  }): Promise<Metadata> => {
    const head = await pageMetadata(path)(props);
    const { text } = readSearchQuery(await props.searchParams);
    if (text === "") return head;
    const t = await getTranslations({
      locale: toLocale((await props.params).locale),
      namespace: "content.search",
    });
    return { ...head, title: t("titleOf", { text }) };
  };
}
