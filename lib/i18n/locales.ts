/** The six languages of the product, in the order the language menu shows them. */
export const locales = ["en", "ru", "cn", "tr", "es", "hi"] as const;

/** A language as it is spelled in paths, cookies and the `x-user-locale` header. */
export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = "en";

type LocaleFacts = {
  /** BCP 47 tag for `<html lang>`, hreflang and Intl ("cn" is not a language). */
  tag: string;
  /** The language's own name. */
  name: string;
  /** Two letters for the closed language button. */
  short: string;
};

export const localeFacts: Readonly<Record<Locale, LocaleFacts>> = {
  en: { tag: "en", name: "English", short: "EN" },
  ru: { tag: "ru", name: "Русский", short: "RU" },
  cn: { tag: "zh-CN", name: "简体中文", short: "中文" },
  tr: { tag: "tr", name: "Türkçe", short: "TR" },
  es: { tag: "es", name: "Español", short: "ES" },
  hi: { tag: "hi", name: "हिन्दी", short: "हिं" },
};

/** True when the text is one of our six locale ids. */
export function isLocale(text: unknown): text is Locale {
  return typeof text === "string" && (locales as readonly string[]).includes(text);
}

/** The locale id, or English for anything unknown, missing or malformed. */
export function toLocale(text: string | null | undefined): Locale {
  return isLocale(text) ? text : defaultLocale;
}

/** "zh-CN" -> "cn": next-intl and Intl know the tag, our paths and cookies the id. */
export function localeFromTag(tag: string): Locale {
  return locales.find((locale) => localeFacts[locale].tag === tag) ?? defaultLocale;
}
