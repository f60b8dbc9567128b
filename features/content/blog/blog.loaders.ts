import "server-only";
import type { Metadata } from "next";
import { cache } from "react";
import {
  findArticle,
  listArticleSlugs,
  listArticles,
  listRecentArticles,
  listTags,
} from "#features/content/blog/blog.reads.ts";
import {
  type Article,
  type ArticleHead,
  articleHref,
  type BlogQuery,
  type Tag,
} from "#features/content/blog/blog.rules.ts";
import { publicPageMetadata } from "#features/site/site.loaders.ts";
import { pageDb } from "#lib/db/page-db.ts";
import type { Locale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

export type BlogList = {
  readonly articles: readonly ArticleHead[];
  readonly isMore: boolean;
  readonly tags: readonly Tag[];
};

/** A part of the list with the tags there are; null when there is no such part. */
export async function loadBlog(locale: Locale, query: BlogQuery): Promise<BlogList | null> {
  const [list, tags] = await Promise.all([listArticles(pageDb(), locale, query), listTags(pageDb(), locale)]);
  const isFirstOfAll = query.page === 1 && query.tag === null;
  return list.articles.length > 0 || isFirstOfAll ? { ...list, tags } : null;
}

/** An article, or null. Read once per page. */
export const loadArticle = cache(
  (locale: Locale, slug: string): Promise<Article | null> => findArticle(pageDb(), locale, slug),
);

/** What to read after an article. */
export function loadRecentArticles(locale: Locale, article: ArticleHead): Promise<ArticleHead[]> {
  return listRecentArticles(pageDb(), locale, article);
}

/** The articles of the sitemap. */
export function loadArticleSlugs(): Promise<string[]> {
  return listArticleSlugs(pageDb());
}

/** The head of an article's page: it names no other languages, since what is not translated is the English text again. */
export function articleMetadata(locale: Locale, article: Article): Metadata {
  const words = { title: article.title, description: article.summary ?? article.title };
  const head = publicPageMetadata(locale, articleHref(article), words);
  const canonical = localizedPath(article.language, articleHref(article));
  return {
    ...head,
    alternates: { canonical },
    openGraph: {
      ...head.openGraph,
      type: "article",
      url: canonical,
      publishedTime: article.publishedAt.toISOString(),
      modifiedTime: article.updatedAt.toISOString(),
    },
  };
}
