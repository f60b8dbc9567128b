import "server-only";
import type { Metadata } from "next";
import { cache } from "react";
import { documentIdOf, loadEditor } from "#features/content/desk.loaders.ts";
import { findPage, findPageDraft, listWrittenPages } from "#features/content/pages/pages.reads.ts";
import { type EditorsPage, pageHref, pagePathOf } from "#features/content/pages/pages.rules.ts";
import { publicPageMetadata } from "#features/site/site.loaders.ts";
import type { SitemapPage } from "#features/site/sitemap.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

const loadAt = cache(
  (locale: Locale, path: string): Promise<EditorsPage | null> => findPage(pageDb(), locale, path),
);

/** The editors' page that these segments lead to, or null. Read once per page of the site. */
export async function loadPage(locale: Locale, segments: readonly string[]): Promise<EditorsPage | null> {
  const path = pagePathOf(segments);
  return path === null ? null : loadAt(locale, path);
}

/** The newest state of a page, for who may edit it; for everybody else there is none. Read once per page of the site. */
export const loadPageDraft = cache(async (locale: Locale, id: string): Promise<EditorsPage | null> => {
  const page = documentIdOf(id);
  if (page === null || (await loadEditor()) === null) return null;
  return findPageDraft(pageDb(), locale, page);
});

/** The pages of the sitemap. */
export async function loadSitemapPages(): Promise<SitemapPage[]> {
  const pages = await listWrittenPages(pageDb());
  return pages.map(({ path, languages }) => ({ path: pageHref({ path }), languages }));
}

/** The head of a page: it names no other languages, since what is not translated is the English text again. */
export function editorsPageMetadata(locale: Locale, page: EditorsPage): Metadata {
  const title = page.searchTitle ?? page.title;
  const words = { title, description: page.searchDescription ?? page.summary ?? page.title };
  const head = publicPageMetadata(locale, pageHref(page), words);
  const canonical = localizedPath(page.language, pageHref(page));
  return { ...head, alternates: { canonical }, openGraph: { ...head.openGraph, url: canonical } };
}
