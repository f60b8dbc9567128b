import "server-only";
import type { Metadata } from "next";
import { env } from "#lib/env.ts";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { alternatePaths, localizedPath } from "#lib/i18n/paths.ts";

/** Title, description, canonical address and languages of a public page. `path` carries no locale. */
export function publicPageMetadata(
  locale: Locale,
  path: string,
  words: { title: string; description: string },
): Metadata {
  const canonical = localizedPath(locale, path);
  return {
    title: words.title,
    description: words.description,
    alternates: { canonical, languages: alternatePaths(path) },
    openGraph: {
      type: "website",
      siteName: env.BRAND_NAME,
      title: words.title,
      description: words.description,
      url: canonical,
      locale: localeFacts[locale].tag.replace("-", "_"),
    },
  };
}

/** The rent tab is for everybody; otherwise only for visitors with the show-rent cookie. */
export const isRentOpen: boolean = env.SHOW_RENT;

/** The name of the product, for texts. */
export const brandName: string = env.BRAND_NAME;

/** The address people use, without a slash at the end. */
export const publicUrl: string = env.PUBLIC_URL;
