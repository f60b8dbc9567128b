import type { MetadataRoute } from "next";
import { docsHref, docsPages } from "#features/api-docs/api-docs.rules.ts";
import { loadArticleSlugs } from "#features/content/blog/blog.loaders.ts";
import { articleHref } from "#features/content/blog/blog.rules.ts";
import { loadPageHrefs } from "#features/content/pages/pages.loaders.ts";
import { loadCountryList, loadServiceList } from "#features/pricing/pricing.loaders.ts";
import { type PublicRow, publicPages } from "#features/site/pages.rules.ts";
import { publicUrl } from "#features/site/site.loaders.ts";
import { defaultLocale, locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

export const dynamic = "force-dynamic";

const pages: readonly PublicRow[] = publicPages;

/** Every public page in every language; which of them are the same page is said in their heads (hreflang). */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [services, countries, articles, pageHrefs] = await Promise.all([
    loadServiceList(defaultLocale),
    loadCountryList(defaultLocale),
    loadArticleSlugs(),
    loadPageHrefs(),
  ]);
  const entries = {
    services: services.map(({ slug }) => `/${slug}`),
    countries: countries.map(({ slug }) => `/countries/${slug}`),
    docs: docsPages.map(docsHref),
    articles: articles.map((slug) => articleHref({ slug })),
    pages: pageHrefs,
  };
  const paths = pages
    .filter(({ isPlanned, isUnlisted }) => !isPlanned && !isUnlisted)
    .flatMap((page) => (page.entries ? entries[page.entries] : [page.path]));
  return locales.flatMap((locale) => paths.map((path) => ({ url: publicUrl + localizedPath(locale, path) })));
}
