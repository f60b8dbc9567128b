import "server-only";
import { headers } from "next/headers";
import { cache } from "react";
import type { Article } from "#features/content/blog/blog.rules.ts";
import { findEditor } from "#features/content/desk.reads.ts";
import { findDraft } from "#features/content/drafts/drafts.reads.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** The newest state of an article, for who may edit it; for everybody else there is none. Read once per page. */
export const loadDraft = cache(async (locale: Locale, id: string): Promise<Article | null> => {
  if (!/^[1-9]\d{0,8}$/.test(id)) return null;
  const editor = await findEditor(pageDb(), (await headers()).get("cookie"));
  return editor === null ? null : findDraft(pageDb(), locale, Number(id));
});
