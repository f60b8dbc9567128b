import sql from "sql-template-tag";
import { illustrate } from "#features/content/blog/blog.reads.ts";
import type { Article, Tag } from "#features/content/blog/blog.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type Draft = Omit<Article, "tags" | "pictures" | "cover"> & { coverId: number | null };

/** What an editor has saved last of an article, published or not, for its preview; null when there is no such article or nothing is written. */
export async function findDraft(db: Queryable, locale: Locale, id: number): Promise<Article | null> {
  const found = await maybeOne<Draft>(
    db,
    sql`select id, slug, text_locale as language, title, nullif(summary, '') as summary, published_at as "publishedAt",
          updated_at as "updatedAt", body, cover_id as "coverId", null as "searchTitle", null as "searchDescription"
        from content_article_drafts where locale = ${locale} and id = ${id}`,
  );
  if (!found) return null;
  const tags = await rows<Tag>(
    db,
    sql`select slug, name from content_article_draft_tags where article_id = ${id} and locale = ${locale}
        order by place, slug`,
  );
  return { ...(await illustrate(db, found)), tags };
}
