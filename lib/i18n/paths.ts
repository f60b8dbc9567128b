import { defaultLocale, isLocale, type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";

/**
 * The address of a page in a language: English has no prefix, the others begin with theirs.
 * `path` begins with "/" and carries no locale; query and hash stay.
 */
export function localizedPath(locale: Locale, path: string): string {
  if (locale === defaultLocale) return path;
  return path === "/"
    ? `/${locale}`
    : /^\/[?#]/.test(path)
      ? `/${locale}${path.slice(1)}`
      : `/${locale}${path}`;
}

/** Splits "/ru/profile" into its language and the path without it ("/profile"). */
export function splitLocale(pathname: string): { locale: Locale; path: string; prefixed: boolean } {
  const first = pathname.split("/", 2)[1] ?? "";
  if (!isLocale(first)) return { locale: defaultLocale, path: pathname, prefixed: false };
  return { locale: first, path: pathname.slice(first.length + 1) || "/", prefixed: true };
}

/** hreflang -> path for one page in all languages, with x-default. */
export function alternatePaths(path: string): Record<string, string> {
  const entries = locales.map((locale) => [localeFacts[locale].tag, localizedPath(locale, path)]);
  return Object.fromEntries([...entries, ["x-default", localizedPath(defaultLocale, path)]]);
}
