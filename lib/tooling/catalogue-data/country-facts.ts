import type { Locale } from "#lib/i18n/locales.ts";

type Names = Partial<Record<Locale, string>>;

/** ISO codes where the protocol's English name is not one that the ISO table knows. XK is Kosovo's usual code. */
export const isoByProtocolName: Readonly<Record<string, string>> = {
  Bosnia: "BA",
  "DR Congo": "CD",
  Congo: "CG",
  Czech: "CZ",
  "Ivory Coast": "CI",
  Kosovo: "XK",
  Macao: "MO",
  Papua: "PG",
  Reunion: "RE",
  Salvador: "SV",
  Swaziland: "SZ",
  UAE: "AE",
  USA: "US",
  "USA (virtual)": "US",
};

/** Countries of the protocol that are another one's virtual numbers: without a name of their own below they are told apart by that word. */
export const virtualIds: ReadonlySet<number> = new Set([12]);

/**
 * Names that differ from CLDR: the protocol tells two kinds of USA apart, both Congos need their everyday names,
 * and a shop says "ЮАР" where an atlas says "Южно-Африканская Республика".
 */
export const nameOverrides: Readonly<Record<number, Names>> = {
  5: { en: "Myanmar", ru: "Мьянма", tr: "Myanmar", es: "Myanmar", hi: "म्यांमार" },
  11: { ru: "Кыргызстан" },
  12: {
    en: "USA (virtual)",
    ru: "США (виртуальные)",
    cn: "美国（虚拟）",
    tr: "ABD (sanal)",
    es: "EE. UU. (virtual)",
    hi: "अमेरिका (वर्चुअल)",
  },
  18: {
    en: "DR Congo",
    ru: "ДР Конго",
    cn: "刚果（金）",
    tr: "Demokratik Kongo Cumhuriyeti",
    es: "RD del Congo",
    hi: "कांगो (डीआरसी)",
  },
  27: { en: "Ivory Coast", tr: "Fildişi Sahili", es: "Costa de Marfil", hi: "आइवरी कोस्ट" },
  31: { ru: "ЮАР" },
  62: { en: "Turkey" },
  63: { en: "Czech Republic" },
  91: { ru: "Тимор-Лесте" },
  95: { cn: "阿联酋" },
  104: { en: "Trinidad and Tobago" },
  108: { en: "Bosnia and Herzegovina" },
  125: { ru: "ЦАР" },
  134: { en: "Saint Kitts and Nevis" },
  150: {
    en: "Congo",
    ru: "Конго",
    cn: "刚果（布）",
    tr: "Kongo Cumhuriyeti",
    es: "Congo",
    hi: "कांगो गणराज्य",
  },
  164: { en: "Saint Lucia" },
  166: { en: "Saint Vincent and the Grenadines" },
  169: { en: "Antigua and Barbuda" },
  170: { ru: "Каймановы острова" },
  178: { en: "São Tomé and Príncipe" },
  184: { ru: "Сейшельские острова" },
  187: { en: "USA" },
  190: { ru: "Южная Корея" },
  191: { ru: "Северная Корея" },
};

/** Countries whose everyday name is CLDR's short one ("Hong Kong SAR China" is not what people look for). */
export const shortNamed: ReadonlySet<string> = new Set(["BA", "HK", "MO", "PS", "US"]);

/**
 * Calling codes for places inside a shared numbering plan with one area code of their own; and Kosovo, Western
 * Sahara, should the phone library drop them. Digits, without the plus sign.
 */
export const dialCodeOverrides: Readonly<Record<string, string>> = {
  AG: "1268",
  AI: "1264",
  BB: "1246",
  BM: "1441",
  BS: "1242",
  DM: "1767",
  EH: "212",
  GD: "1473",
  KN: "1869",
  KY: "1345",
  LC: "1758",
  MS: "1664",
  TT: "1868",
  VC: "1784",
  XK: "383",
};

/** Protocol ids of the countries shown first, in this order. */
export const popularCountryIds: readonly number[] = [
  6, 4, 22, 10, 187, 16, 36, 73, 2, 7, 31, 33, 43, 15, 48, 62, 95, 54, 40, 8,
];

/** Services whose name is words, not a brand. */
export const translatedNames: Readonly<Record<string, Names>> = {
  ot: {
    ru: "Любой другой",
    cn: "其他任意服务",
    tr: "Diğer tüm hizmetler",
    es: "Cualquier otro",
    hi: "कोई अन्य",
  },
  full: {
    ru: "Полная аренда",
    cn: "整号租用",
    tr: "Tam kiralama",
    es: "Alquiler completo",
    hi: "पूर्ण किराया",
  },
  md: { ru: "Банки", cn: "银行", tr: "Bankalar", es: "Bancos", hi: "बैंक" },
};
