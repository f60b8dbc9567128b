import "server-only";
import { listFaq } from "#features/content/faq/faq.reads.ts";
import type { FaqTopic } from "#features/content/faq/faq.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The questions and answers of the help page. */
export function loadFaq(locale: Locale): Promise<FaqTopic[]> {
  return listFaq(pageDb(), locale);
}
