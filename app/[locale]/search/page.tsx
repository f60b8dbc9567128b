import { SearchPage } from "#features/content/site-search/search-page.tsx";
import { loadSearch, searchMetadata } from "#features/content/site-search/site-search.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = searchMetadata("/search");

/** The search of the site. */
export default async function SearchRoute({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => <SearchPage {...(await loadSearch(locale, await searchParams))} />);
}
