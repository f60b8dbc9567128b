import { createTranslator } from "use-intl/core";
import { type Locale, localeFacts, locales } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";

/** Values for the placeholders of a text; numbers choose the plural form. */
export type TranslationValues = Record<string, string | number>;

type Translate = (key: string, values?: TranslationValues) => string;

function translatorFor(locale: Locale): Translate {
  return createTranslator({
    locale: localeFacts[locale].tag,
    messages: messagesOf(locale),
    // A missing text must not fail an answer: the key itself is shown, and the message test finds it.
    onError: () => {},
    getMessageFallback: ({ key }) => key,
  }) as unknown as Translate;
}

const translators = new Map(locales.map((locale) => [locale, translatorFor(locale)] as const));

/**
 * The text of `key` ("activations.errors.noNumbers") in a language, for processes that do not render
 * pages (API answers, mail). A key that does not exist comes back as it is.
 */
export function translateMessage(locale: Locale, key: string, values?: TranslationValues): string {
  return translators.get(locale)!(key, values);
}
