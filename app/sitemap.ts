import type { MetadataRoute } from "next";
import { docsHref, docsPages } from "#features/api-docs/api-docs.rules.ts";
import { loadCountryList, loadServiceList } from "#features/pricing/pricing.loaders.ts";
import { documentLinks } from "#features/site/navigation.rules.ts";
import { publicUrl } from "#features/site/site.loaders.ts";
import { defaultLocale, locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

export const dynamic = "force-dynamic";

/** Every public page in every language; which of them are the same page is said in their heads (hreflang). */
export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const [services, countries] = await Promise.all([
    loadServiceList(defaultLocale),
    loadCountryList(defaultLocale),
  ]);
  const paths = [
    "/",
    "/services",
    "/countries",
    ...documentLinks.map((link) => link.href),
    ...docsPages.map(docsHref),
    ...services.map((service) => `/${service.slug}`),
    ...countries.map((country) => `/countries/${country.slug}`),
  ];
  return locales.flatMap((locale) => paths.map((path) => ({ url: publicUrl + localizedPath(locale, path) })));
}
