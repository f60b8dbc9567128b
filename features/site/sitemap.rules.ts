import { type Locale, locales } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** A page for everybody as the sitemap knows it. */
export type SitemapPage = {
  /** Without the language. */
  readonly path: string;
  /** What it is written in; missing = all languages. In the others it shows English, whose address is the one that counts. */
  readonly languages?: readonly Locale[];
};

/** Signs of an address that mean something else in XML, into which addresses are put as they are. */
const SPELLED: Readonly<Record<string, string>> = { "&": "%26", "'": "%27" };

/** The whole addresses of pages, each in the languages that it is written in. `publicUrl`: the site's, without a slash at its end. */
export function sitemapUrls(pages: readonly SitemapPage[], publicUrl: string): string[] {
  return locales.flatMap((locale) =>
    pages
      .filter(({ languages = locales }) => languages.includes(locale))
      .map(({ path }) => publicUrl + spelled(localizedPath(locale, path))),
  );
}

function spelled(path: string): string {
  return encodeURI(path).replace(/[&']/g, (sign) => SPELLED[sign] ?? sign);
}
