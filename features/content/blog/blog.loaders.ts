import "server-only";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { cache } from "react";
import {
  findArticle,
  listArticles,
  listRecentArticles,
  listSimilarArticles,
  listTags,
  listWrittenArticles,
} from "#features/content/blog/blog.reads.ts";
import {
  type Article,
  type ArticleHead,
  articleHref,
  type BlogQuery,
  type Tag,
} from "#features/content/blog/blog.rules.ts";
import { type FeedKind, feedOf, feeds } from "#features/content/blog/feed.rules.ts";
import type { Picture } from "#features/content/media/pictures.rules.ts";
import { brandName, pageMetadata, publicPageMetadata, publicUrl } from "#features/site/site.loaders.ts";
import type { SitemapPage } from "#features/site/sitemap.rules.ts";
import { pictureHref } from "#features/site/stored-pictures.rules.ts";
import { pageDb } from "#lib/db/page-db.ts";
import { type Locale, toLocale } from "#lib/i18n/locales.ts";
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

/** What to read after an article: what is about the same, and the newest of the others. */
export async function loadNextArticles(
  locale: Locale,
  article: Article,
): Promise<{ similar: ArticleHead[]; recent: ArticleHead[] }> {
  const similar = await listSimilarArticles(pageDb(), locale, article);
  return { similar, recent: await listRecentArticles(pageDb(), locale, [article, ...similar]) };
}

/** The articles of the sitemap. */
export async function loadSitemapArticles(): Promise<SitemapPage[]> {
  const articles = await listWrittenArticles(pageDb());
  return articles.map(({ slug, languages }) => ({ path: articleHref({ slug }), languages }));
}

/** The newest articles for readers of news. */
export async function feedAnswer(kind: FeedKind, locale: Locale): Promise<Response> {
  const t = await getTranslations({ locale, namespace: "content.blog" });
  const list = await loadBlog(locale, { page: 1, tag: null });
  const facts = {
    locale,
    title: t("title"),
    description: t("description"),
    publisher: brandName,
    publicUrl,
  };
  return new Response(feedOf(kind, facts, list?.articles ?? []), {
    headers: { "content-type": `${feeds[kind].mediaType}; charset=utf-8` },
  });
}

/** The head of the list, in which readers of news find the feeds. */
export function blogMetadata(page: "/blog") {
  return async (props: { params: Promise<{ locale: string }> }): Promise<Metadata> => {
    const head = await pageMetadata(page)(props);
    const locale = toLocale((await props.params).locale);
    const types = Object.values(feeds).map(({ path, mediaType }) => [mediaType, localizedPath(locale, path)]);
    return { ...head, alternates: { ...head.alternates, types: Object.fromEntries(types) } };
  };
}

/** A picture as shared links show it. */
function sharedPicture({ name, width, height, alt }: Picture) {
  return { url: pictureHref(name), width, height, alt, type: "image/webp" };
}

/** The head of an article's page: it names no other languages, since what is not translated is the English text again. */
export function articleMetadata(locale: Locale, article: Article): Metadata {
  const title = article.searchTitle ?? article.title;
  const words = { title, description: article.searchDescription ?? article.summary ?? article.title };
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
      images: article.cover ? [sharedPicture(article.cover)] : undefined,
    },
  };
}
