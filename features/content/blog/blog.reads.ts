import sql from "sql-template-tag";
import {
  type Article,
  type ArticleHead,
  articlesPerPage,
  type BlogQuery,
  recentCount,
  type Tag,
} from "#features/content/blog/blog.rules.ts";
import { listPictures } from "#features/content/media/media.reads.ts";
import { pictureIdsOf } from "#features/content/rich-text/rich-text.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const HEAD = sql`a.slug, a.text_locale as language, a.title, nullif(a.summary, '') as summary, a.published_at as "publishedAt", a.updated_at as "updatedAt"`;

/** A page of the list, newest first; `isMore` when another one follows. */
export async function listArticles(
  db: Queryable,
  locale: Locale,
  { page, tag }: BlogQuery,
): Promise<{ articles: ArticleHead[]; isMore: boolean }> {
  const found = await rows<ArticleHead>(
    db,
    sql`select ${HEAD} from content_articles a
        where a.locale = ${locale} and (${tag}::text is null or exists (
          select from content_article_tags t where t.article_id = a.id and t.locale = a.locale and t.slug = ${tag}))
        order by a.published_at desc, a.id desc
        limit ${articlesPerPage + 1} offset ${(page - 1) * articlesPerPage}`,
  );
  return { articles: found.slice(0, articlesPerPage), isMore: found.length > articlesPerPage };
}

/** An article in a language, or whole in English where that language has not all of it. Null when none is published there. */
export async function findArticle(db: Queryable, locale: Locale, slug: string): Promise<Article | null> {
  const found = await maybeOne<Omit<Article, "tags" | keyof ArticlePictures> & Illustrated>(
    db,
    sql`select a.id, ${HEAD}, a.body, a.cover_id as "coverId", nullif(a.search_title, '') as "searchTitle",
          nullif(a.search_description, '') as "searchDescription" from content_articles a
        where a.locale = ${locale} and a.slug = ${slug}`,
  );
  if (!found) return null;
  const tags = await rows<Tag>(
    db,
    sql`select slug, name from content_article_tags where article_id = ${found.id} and locale = ${locale}
        order by place, slug`,
  );
  return { ...(await illustrate(db, found)), tags };
}

type ArticlePictures = Pick<Article, "pictures" | "cover">;
type Illustrated = { readonly language: Locale; readonly body: unknown; readonly coverId: number | null };

/** An article with its pictures, told in the language that it is written in. */
export async function illustrate<Found extends Illustrated>(
  db: Queryable,
  { coverId, ...article }: Found,
): Promise<Omit<Found, "coverId"> & ArticlePictures> {
  const ids = pictureIdsOf(article.body);
  const pictures = await listPictures(db, article.language, coverId === null ? ids : [...ids, coverId]);
  return { ...article, pictures, cover: pictures.find(({ id }) => id === coverId) ?? null };
}

/** Tags that any article has, by name. */
export function listTags(db: Queryable, locale: Locale): Promise<Tag[]> {
  return rows<Tag>(
    db,
    sql`select distinct t.slug, t.name from content_article_tags t
        join content_articles a on a.id = t.article_id and a.locale = t.locale
        where t.locale = ${locale} order by t.name, t.slug`,
  );
}

/** The newest articles besides one. */
export function listRecentArticles(
  db: Queryable,
  locale: Locale,
  { slug }: Pick<ArticleHead, "slug">,
): Promise<ArticleHead[]> {
  return rows<ArticleHead>(
    db,
    sql`select ${HEAD} from content_articles a where a.locale = ${locale} and a.slug <> ${slug}
        order by a.published_at desc, a.id desc limit ${recentCount}`,
  );
}

/** Whether an article is published there. */
export async function isArticle(db: Queryable, slug: string): Promise<boolean> {
  return (
    (await rows(db, sql`select from content_articles where locale = 'en' and slug = ${slug}`)).length > 0
  );
}

/** The addresses' parts of all articles. */
export async function listArticleSlugs(db: Queryable): Promise<string[]> {
  const found = await rows<{ slug: string }>(
    db,
    sql`select slug from content_articles where locale = 'en' order by published_at desc, id desc limit 10000`,
  );
  return found.map(({ slug }) => slug);
}
