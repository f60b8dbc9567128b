import type { MetadataRoute } from "next";
import { docsHref, docsPages } from "#features/api-docs/api-docs.rules.ts";
import { loadSitemapArticles } from "#features/content/blog/blog.loaders.ts";
import { loadSitemapPages } from "#features/content/pages/pages.loaders.ts";
import { loadCountryList, loadServiceList } from "#features/pricing/pricing.loaders.ts";
import { type PublicRow, publicPages } from "#features/site/pages.rules.ts";
import { publicUrl } from "#features/site/site.loaders.ts";
import { type SitemapPage, sitemapUrls } from "#features/site/sitemap.rules.ts";
import { defaultLocale } from "#lib/i18n/locales.ts";

export const dynamic = "force-dynamic";

const pages: readonly PublicRow[] = publicPages;

/** Every public page in every language that it is written in; which of them are the same page is said in their heads (hreflang). */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [services, countries, articles, editorsPages] = await Promise.all([
    loadServiceList(defaultLocale),
    loadCountryList(defaultLocale),
    loadSitemapArticles(),
    loadSitemapPages(),
  ]);
  const entries = {
    services: services.map(({ slug }) => ({ path: `/${slug}` })),
    countries: countries.map(({ slug }) => ({ path: `/countries/${slug}` })),
    docs: docsPages.map((page) => ({ path: docsHref(page) })),
    articles,
    pages: editorsPages,
  };
  const listed = pages
    .filter(({ isPlanned, isUnlisted }) => !isPlanned && !isUnlisted)
    .flatMap((page): readonly SitemapPage[] => (page.entries ? entries[page.entries] : [page]));
  return sitemapUrls(listed, publicUrl).map((url) => ({ url }));
}
