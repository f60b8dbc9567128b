import type { MetadataRoute } from "next";
import { sectionsFor } from "#features/site/page-access.rules.ts";
import { publicUrl } from "#features/site/site.loaders.ts";
import { pictureHref } from "#features/site/stored-pictures.rules.ts";
import { locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

export const dynamic = "force-dynamic";

/** The doors say in their heads that no index takes them; of the desk nobody is told. */
const SECTIONS = sectionsFor("link", "user", "partner");

/** What crawlers may read: everything but one visitor's pages and the API, and of that the pictures of the texts. */
export default function robots(): MetadataRoute.Robots {
  const pages = locales.flatMap((locale) => SECTIONS.map((section) => localizedPath(locale, `/${section}`)));
  return {
    rules: { userAgent: "*", allow: ["/", pictureHref("")], disallow: ["/api/", "/stubs/", ...pages] },
    sitemap: `${publicUrl}/sitemap.xml`,
  };
}
