import type { Locale } from "#lib/i18n/locales.ts";
import cyrillic from "./inter-cyrillic.woff2";
import latin from "./inter-latin.woff2";
import signs from "./inter-signs.woff2";

/** Files that a language needs beside Latin and the signs of currencies, which stand on every page. */
const moreFiles: Partial<Record<Locale, readonly string[]>> = { ru: [cyrillic] };

/** Addresses of the files of Inter that the texts of a language are drawn with: asked for ahead, the first paint has them. */
export function fontFilesOf(locale: Locale): readonly string[] {
  return [latin, signs, ...(moreFiles[locale] ?? [])];
}
