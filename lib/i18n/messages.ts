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

/** Texts that only servers say (mail, API refusals) stay out of the pages; everything else islands may need. */
const serverOnly: ReadonlySet<string> = new Set(["api", "mail"]);

function withoutServerTexts(messages: Messages): Messages {
  const kept = Object.entries(messages).filter(([key]) => !serverOnly.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (typeof value === "string") return [key, value];
      const { errors: _errors, mail: _mail, meta: _meta, ...rest } = value;
      return [key, rest];
    }),
  );
}

const clientMessagesByLocale = new Map<Locale, Messages>();

/** The texts islands may need: all but those of API refusals (`errors`), mails (`mail`) and page heads (`meta`). */
export function clientMessages(locale: Locale): Messages {
  const known = clientMessagesByLocale.get(locale);
  if (known) return known;
  const messages = withoutServerTexts(messagesOf(locale));
  clientMessagesByLocale.set(locale, messages);
  return messages;
}
