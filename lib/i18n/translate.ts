import compile from "icu-minify/compile";
import format from "icu-minify/format";
import { _createCache, _createIntlFormatters } from "use-intl/core";
import { type Locale, localeFacts } from "#lib/i18n/locales.ts";
import { messagesOf } from "#lib/i18n/messages.ts";

/** Values for the placeholders of a text; numbers choose the plural form. */
export type TranslationValues = Record<string, string | number>;

type Parsed = ReturnType<typeof compile>;

const formatters = _createIntlFormatters(_createCache());

const parsedTexts = new Map<string, Parsed>();

function parse(text: string): Parsed {
  const parsed = parsedTexts.get(text) ?? compile(text);
  parsedTexts.set(text, parsed);
  return parsed;
}

function findText(locale: Locale, key: string): string | null {
  let found: unknown = messagesOf(locale);
  for (const part of key.split("."))
    found =
      typeof found === "object" && found !== null && Object.hasOwn(found, part)
        ? (found as Record<string, unknown>)[part]
        : null;
  return typeof found === "string" ? found : null;
}

/** The formatter would write "undefined" for a value that is not there. */
const strict: ProxyHandler<TranslationValues> = {
  get(values, name) {
    if (!Object.hasOwn(values, name)) throw new Error(`no value for ${String(name)}`);
    return values[name as string];
  },
};

/**
 * The text of `key` ("activations.errors.noNumbers") in a language, for processes that do not render
 * pages (API answers, mail). A key that does not exist comes back as it is: a missing text must not fail an answer, and
 * the message test finds it. So does one whose values are missing.
 */
export function translateMessage(locale: Locale, key: string, values?: TranslationValues): string {
  const text = findText(locale, key);
  if (text === null) return key;
  try {
    const known = new Proxy(values ?? {}, strict);
    return format(parse(text), localeFacts[locale].tag, known, { formatters }) as string;
  } catch {
    return key;
  }
}
