import { isLocale, type Locale } from "#lib/i18n/locales.ts";

/** What a visitor who has chosen nothing begins with. */
export type Defaults = {
  readonly serviceId: number;
  /** The protocol's code of the same service. */
  readonly serviceCode: string;
  readonly countryId: number;
};

/**
 * Reads what differs by language: `ru=52:tg:6,hi=1:wa:22` (language = id and code of the service, id of the country). Null for a text
 * of another form, an unknown language, or one that is named twice.
 */
export function parseLocaleDefaults(text: string): Partial<Record<Locale, Defaults>> | null {
  const defaults: Partial<Record<Locale, Defaults>> = {};
  for (const entry of text.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [, locale = "", service, code = "", country] =
      /^([a-z]{2})=(\d{1,9}):([a-z0-9]{1,10}):(\d{1,9})$/.exec(entry) ?? [];
    if (!isLocale(locale) || defaults[locale]) return null;
    defaults[locale] = { serviceId: Number(service), serviceCode: code, countryId: Number(country) };
  }
  return defaults;
}
