import type { Messages } from "#lib/i18n/messages.ts";

/** The texts of a language that stand alone, without values in them. */
export function plainTexts(texts: Messages): string[] {
  return Object.values(texts)
    .flatMap((text) => (typeof text === "string" ? [text] : plainTexts(text)))
    .filter((text) => !text.includes("{"));
}
