import { isLocale, type Locale } from "#lib/i18n/locales.ts";

/** Where the pages of a language are, when they are at another address than ours: its origin, without a slash at the end. */
export type LanguageSites = Readonly<Partial<Record<Locale, string>>>;

/**
 * Reads `en=https://smsden.com,ru=https://smsden.ru`. Null for another form, an unknown language, one that is named twice, and an
 * address that is more than an origin or is not reached by https.
 */
export function parseLanguageSites(text: string): LanguageSites | null {
  const sites: Partial<Record<Locale, string>> = {};
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [locale = "", origin = "", ...rest] = entry.split("=");
    if (rest.length > 0 || !isLocale(locale) || sites[locale] || !isOrigin(origin)) return null;
    sites[locale] = origin;
  }
  return sites;
}

function isOrigin(text: string): boolean {
  return text.startsWith("https://") && URL.canParse(text) && new URL(text).origin === text;
}
