import "server-only";
import { cache } from "react";
import { documentIdOf, loadEditor } from "#features/content/desk.loaders.ts";
import { findFaqDraft, listFaq } from "#features/content/faq/faq.reads.ts";
import type { FaqTopic } from "#features/content/faq/faq.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The questions and answers of the help page. */
export function loadFaq(locale: Locale): Promise<FaqTopic[]> {
  return listFaq(pageDb(), locale);
}

/** The newest state of a question below its topic, for who may edit it; for everybody else there is none. Read once per page. */
export const loadFaqDraft = cache(async (locale: Locale, id: string): Promise<FaqTopic | null> => {
  const question = documentIdOf(id);
  if (question === null || (await loadEditor()) === null) return null;
  return findFaqDraft(pageDb(), locale, question);
});
