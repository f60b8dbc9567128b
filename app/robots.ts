import type { MetadataRoute } from "next";
import { publicUrl } from "#features/site/site.loaders.ts";
import { locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

export const dynamic = "force-dynamic";

const PRIVATE = ["/profile", "/partner", "/confirm", "/signup", "/bot-link", "/success-payment"];

/** What crawlers may read: everything but one visitor's pages and the API. */
export default function robots(): MetadataRoute.Robots {
  const pages = locales.flatMap((locale) => PRIVATE.map((path) => localizedPath(locale, path)));
  return {
    rules: { userAgent: "*", allow: "/", disallow: ["/api/", "/stubs/", ...pages] },
    sitemap: `${publicUrl}/sitemap.xml`,
  };
}
