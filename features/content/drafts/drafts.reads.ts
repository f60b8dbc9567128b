import sql from "sql-template-tag";
import { illustrate } from "#features/content/blog/blog.reads.ts";
import type { Article } from "#features/content/blog/blog.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

/** What an editor has saved last of an article, published or not, for its preview; null when there is no such article or nothing is written. */
export async function findDraft(db: Queryable, locale: Locale, id: number): Promise<Article | null> {
  const found = await maybeOne<Omit<Article, "pictures" | "cover"> & { coverId: number | null }>(
    db,
    sql`select id, slug, text_locale as language, title, nullif(summary, '') as summary, published_at as "publishedAt",
          updated_at as "updatedAt", body, cover_id as "coverId", null as "searchTitle", null as "searchDescription", '[]'::jsonb as tags
        from content_article_drafts where locale = ${locale} and id = ${id}`,
  );
  return found && illustrate(db, found);
}
