import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import cyrillic from "./inter-cyrillic.woff2";
import latin from "./inter-latin.woff2";
import latinExt from "./inter-latin-ext.woff2";
import signs from "./inter-signs.woff2";

const files = { cyrillic, "latin-ext": latinExt } as const;

/**
 * Addresses of the files of Inter that the texts of a language are drawn with: asked for ahead, the first paint has them. Latin and
 * the signs of currencies stand on every page; the others are in the language's row.
 */
export function fontFilesOf(locale: Locale): readonly string[] {
  return [latin, signs, ...localeFacts[locale].inter.map((name) => files[name])];
}
