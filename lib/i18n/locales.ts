type LocaleFacts = {
  /** BCP 47 tag for `<html lang>`, hreflang and Intl ("cn" is not a language). */
  readonly tag: string;
  /** The language's own name. */
  readonly name: string;
  /** Two letters for the closed language button. */
  readonly short: string;
  /** How a day is written. */
  readonly day: string;
  /** What spreadsheets set to the language expect: where decimals stand behind a comma, fields are parted by semicolons. */
  readonly csv: { readonly delimiter: "," | ";"; readonly decimal: "." | "," };
  /** Its folder among the CLDR's names, out of which the catalogue's names of countries are drawn. */
  readonly cldr: string;
  /**
   * The currency that it begins with. `takesIt`: whoever comes from another language sees it here, whatever was chosen there.
   * Decision 0583.
   */
  readonly currency: { readonly begins: "rub" | "usd"; readonly takesIt: boolean };
  /** Files of Inter (`app/fonts/`) that its letters are in, beside Latin and the signs; none for letters that Inter has not. */
  readonly inter: readonly ("cyrillic" | "latin-ext")[];
  /** The language in which payment services show their pages: the nearest they have; `auto` is the payer's browser's. */
  readonly payPages: { readonly stripe: "en" | "ru" | "zh" | "tr" | "es" | "auto"; readonly payPal: string };
};

/** The languages of the product, in the order in which the language menu shows them. All that is told apart by language follows from here. */
const rows = {
  en: {
    tag: "en",
    name: "English",
    short: "EN",
    day: "{month}-{day}-{year}",
    csv: { delimiter: ",", decimal: "." },
    cldr: "en",
    currency: { begins: "usd", takesIt: true },
    inter: [],
    payPages: { stripe: "en", payPal: "en-US" },
  },
  ru: {
    tag: "ru",
    name: "Русский",
    short: "RU",
    day: "{day}.{month}.{year}",
    csv: { delimiter: ";", decimal: "," },
    cldr: "ru",
    currency: { begins: "rub", takesIt: false },
    inter: ["cyrillic"],
    payPages: { stripe: "ru", payPal: "ru-RU" },
  },
  cn: {
    tag: "zh-CN",
    name: "简体中文",
    short: "中文",
    // Year, day, month: the product's own order. The characters keep day and month from being read for each other.
    day: "{year}年{day}日{month}月",
    csv: { delimiter: ",", decimal: "." },
    cldr: "zh-Hans",
    currency: { begins: "usd", takesIt: true },
    inter: [],
    payPages: { stripe: "zh", payPal: "zh-CN" },
  },
  tr: {
    tag: "tr",
    name: "Türkçe",
    short: "TR",
    day: "{day}.{month}.{year}",
    csv: { delimiter: ";", decimal: "," },
    cldr: "tr",
    currency: { begins: "usd", takesIt: false },
    inter: [],
    payPages: { stripe: "tr", payPal: "tr-TR" },
  },
  es: {
    tag: "es",
    name: "Español",
    short: "ES",
    day: "{day}/{month}/{year}",
    csv: { delimiter: ";", decimal: "," },
    cldr: "es",
    currency: { begins: "usd", takesIt: false },
    inter: [],
    payPages: { stripe: "es", payPal: "es-ES" },
  },
  hi: {
    tag: "hi",
    name: "हिन्दी",
    short: "हिं",
    day: "{day}/{month}/{year}",
    csv: { delimiter: ",", decimal: "." },
    cldr: "hi",
    currency: { begins: "usd", takesIt: false },
    inter: [],
    payPages: { stripe: "auto", payPal: "en-IN" },
  },
} as const satisfies Record<string, LocaleFacts>;

/** A language as it is spelled in paths, cookies and the `x-user-locale` header. */
export type Locale = keyof typeof rows;

export const localeFacts: Readonly<Record<Locale, LocaleFacts>> = rows;

export const locales = Object.keys(rows) as [Locale, ...Locale[]];

export const defaultLocale: Locale = "en";

/** True when the text is one of our locale ids. */
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
