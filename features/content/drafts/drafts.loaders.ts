import "server-only";
import { cache } from "react";
import type { Article } from "#features/content/blog/blog.rules.ts";
import { documentIdOf, loadEditor } from "#features/content/desk.loaders.ts";
import { findDraft } from "#features/content/drafts/drafts.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The newest state of an article, for who may edit it; for everybody else there is none. Read once per page. */
export const loadDraft = cache(async (locale: Locale, id: string): Promise<Article | null> => {
  const article = documentIdOf(id);
  if (article === null || (await loadEditor()) === null) return null;
  return findDraft(pageDb(), locale, article);
});
