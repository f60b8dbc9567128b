import sql from "sql-template-tag";
import {
  type Article,
  type ArticleHead,
  articlesPerPage,
  type BlogQuery,
  recentCount,
  similarCount,
  type Tag,
} from "#features/content/blog/blog.rules.ts";
import { listPictures } from "#features/content/media/media.reads.ts";
import { pictureIdsOf } from "#features/content/rich-text/rich-text.rules.ts";
import type { Queryable } from "#lib/db/pool.ts";
import { maybeOne, rows } from "#lib/db/query.ts";
import { defaultLocale, type Locale } from "#lib/i18n/locales.ts";

const HEAD = sql`a.slug, a.text_locale as language, a.title, nullif(a.summary, '') as summary, a.published_at as "publishedAt", a.updated_at as "updatedAt"`;

/** Of an article so many words are compared, those of its title and the most frequent ones first. */
const WORDS_COMPARED = 60;
/** Of very many articles that have one of them, so many are: those that have it in their title, and the newest ones. */
const ARTICLES_COMPARED = 200;

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

/** The newest articles besides these. */
export function listRecentArticles(
  db: Queryable,
  locale: Locale,
  besides: readonly Pick<ArticleHead, "slug">[],
): Promise<ArticleHead[]> {
  return rows<ArticleHead>(
    db,
    sql`select ${HEAD} from content_articles a
        where a.locale = ${locale} and a.slug <> all(${besides.map(({ slug }) => slug)}::text[])
        order by a.published_at desc, a.id desc limit ${recentCount}`,
  );
}

/**
 * Articles whose text is most like that of one, each in the reader's language or in English, in which it is compared too. What both
 * have counts more the more of it the article has, in its title above all, the fewer others have it, and the shorter the other text is.
 */
export function listSimilarArticles(
  db: Queryable,
  locale: Locale,
  { id }: Pick<Article, "id">,
): Promise<ArticleHead[]> {
  return rows<ArticleHead>(
    db,
    sql`with own as materialized (
          select s.language, w.lexeme, w.strength
          from content_search_texts s cross join lateral (
            select lexeme, case when 'A' = any(weights) then 3 else 1 end * ln(1 + cardinality(positions)) as strength
            from unnest(s.words) as w(lexeme, positions, weights)
            where length(lexeme) > 1
              and cardinality(tsvector_to_array(to_tsvector(content_search_config(s.language), lexeme))) > 0
            order by strength desc, lexeme limit ${WORDS_COMPARED}) w
          where s.kind = 'articles' and s.document_id = ${id} and s.language in (${locale}, ${defaultLocale})
        ), asked as materialized (
          select language, string_agg(quote_literal(lexeme), ' | ')::tsquery as question from own group by language
        ), found as materialized (
          select t.document_id, t.language, t.words from asked a
          join content_search_texts t on t.words @@ a.question and t.language = a.language
          where t.kind = 'articles' and t.document_id <> ${id} and ${locale} = any(t.shown_in)
            and (t.shown_from is null or t.shown_from <= app_now())
          order by t.title_words @@ a.question desc, t.shown_from desc nulls last, t.document_id limit ${ARTICLES_COMPARED}
        ), shared as (
          select f.document_id, length(f.words) as size, o.strength,
            count(*) over (partition by o.language, o.lexeme) as holders
          from found f cross join lateral unnest(f.words) as w(lexeme, positions, weights)
          join own o on o.language = f.language and o.lexeme = w.lexeme
        ), likest as (
          select document_id,
            sum(strength * ln((1 + (select count(*) from found))::float8 / holders)) / ln(2 + min(size)) as likeness
          from shared group by document_id order by likeness desc, document_id limit ${similarCount}
        )
        select ${HEAD} from likest l join content_articles a on a.id = l.document_id and a.locale = ${locale}
        order by l.likeness desc, a.id`,
  );
}

/** Whether an article is published there. */
export async function isArticle(db: Queryable, slug: string): Promise<boolean> {
  return (
    (await rows(db, sql`select from content_articles where locale = 'en' and slug = ${slug}`)).length > 0
  );
}

/** The id of the article that is published there; null when there is none. */
export async function findArticleId(db: Queryable, slug: string): Promise<number | null> {
  const found = await maybeOne<{ id: number }>(
    db,
    sql`select id from content_articles where locale = 'en' and slug = ${slug}`,
  );
  return found?.id ?? null;
}

/** Where published articles are and what they are called in English, by their ids. */
export function listArticlePlaces(
  db: Queryable,
  ids: readonly number[],
): Promise<{ id: number; slug: string; title: string }[]> {
  return rows(
    db,
    sql`select id, slug, title from content_articles where locale = 'en' and id = any(${[...new Set(ids)]}::int[])`,
  );
}

/** The addresses' parts of all articles, each with the languages that it is written in; newest first. */
export function listWrittenArticles(db: Queryable): Promise<{ slug: string; languages: Locale[] }[]> {
  return rows(
    db,
    sql`select slug, array_agg(locale order by locale) as languages from content_articles where text_locale = locale
        group by id, slug, published_at order by published_at desc, id desc limit 10000`,
  );
}
