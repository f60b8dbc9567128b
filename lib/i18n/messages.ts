import type { Locale } from "#lib/i18n/locales.ts";
import cn from "#messages/cn.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import es from "#messages/es.json" with { type: "json" };
import hi from "#messages/hi.json" with { type: "json" };
import ru from "#messages/ru.json" with { type: "json" };
import tr from "#messages/tr.json" with { type: "json" };

/** Texts of one language: top keys are feature names. */
export type Messages = { [key: string]: string | Messages };

const messagesByLocale: Readonly<Record<Locale, Messages>> = { en, ru, cn, tr, es, hi };

/** All texts of a language, as nested objects. */
export function messagesOf(locale: Locale): Messages {
  return messagesByLocale[locale];
}
