import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { SearchFacts } from "#components/layout/search-facts.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { ArticleList } from "#features/content/blog/article-list.tsx";
import { type Article, type ArticleHead, articleUrl, blogHref } from "#features/content/blog/blog.rules.ts";
import { ShareLinks } from "#features/content/blog/share-links.tsx";
import { PictureFigure } from "#features/content/media/picture-figure.tsx";
import {
  contentsOf,
  plainText,
  readingMinutes,
  readRichText,
} from "#features/content/rich-text/rich-text.rules.ts";
import { RichText } from "#features/content/rich-text/rich-text.tsx";
import { pictureHref } from "#features/site/stored-pictures.rules.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import { localeFacts, localeFromTag } from "#lib/i18n/locales.ts";

type ArticlePageProps = {
  article: Article;
  /** About the same. */
  similar: readonly ArticleHead[];
  recent: readonly ArticleHead[];
  /** Who publishes, for search engines. */
  publisher: string;
  /** Of the site, for those with whom the article is shared. */
  publicUrl: string;
  /** It is looked at before it is published. */
  isDraft?: boolean;
  /** What readers say of it. */
  comments?: ReactNode;
};

/** Shorter texts are seen at a glance. */
const CONTENTS_FROM = 3;

/** An article with its contents, its tags, and what to read after it. */
export function ArticlePage({
  article,
  similar,
  recent,
  publisher,
  publicUrl,
  isDraft = false,
  comments,
}: ArticlePageProps) {
  const t = useTranslations("content.blog");
  const locale = localeFromTag(useLocale());
  const blocks = readRichText(article.body, article.pictures);
  const contents = contentsOf(blocks);
  return (
    <PageFrame>
      <div className="grid max-w-3xl gap-6">
        <p className="text-sm">
          <LocaleLink href="/blog" className="text-link underline">
            {t("back")}
          </LocaleLink>
        </p>
        {isDraft ? <Notice tone="info">{t("draft")}</Notice> : null}
        {article.language === locale ? null : <Notice tone="info">{t("onlyEnglish")}</Notice>}
        <article lang={localeFacts[article.language].tag} className="grid gap-5">
          <h1 className="font-bold text-xl lg:text-2xl">{article.title}</h1>
          <p lang={localeFacts[locale].tag} className="tabular text-muted text-sm">
            <time dateTime={article.publishedAt.toISOString()}>
              {formatDay(locale, article.publishedAt, "UTC")}
            </time>
            {" · "}
            {t("minutes", { minutes: readingMinutes(blocks) })}
          </p>
          {article.cover ? <PictureFigure picture={article.cover} isFirst /> : null}
          {contents.length >= CONTENTS_FROM ? <Contents contents={contents} /> : null}
          <RichText blocks={blocks} />
        </article>
        {article.tags.length > 0 ? <Tags article={article} /> : null}
        {isDraft ? null : <ShareLinks title={article.title} url={articleUrl(publicUrl, article)} />}
        {comments}
        <ReadOn title={t("similar")} articles={similar} />
        <ReadOn title={t("recent")} articles={recent} />
      </div>
      <SearchFacts facts={factsOf(article, plainText(blocks), { publisher, publicUrl })} />
    </PageFrame>
  );
}

function Contents({ contents }: { contents: readonly { id: string; title: string }[] }) {
  const t = useTranslations("content.blog");
  return (
    <nav aria-label={t("contents")} className="rounded-lg border border-line bg-surface p-4">
      <ol className="grid list-decimal gap-1 pl-5 text-sm">
        {contents.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="text-link underline">
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Tags({ article }: { article: Article }) {
  const t = useTranslations("content.blog");
  return (
    <nav aria-label={t("tags")}>
      <ul className="flex flex-wrap gap-2 text-sm">
        {article.tags.map(({ slug, name }) => (
          <li key={slug}>
            <LocaleLink href={blogHref({ page: 1, tag: slug })} className="text-link underline">
              {name}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ReadOn({ title, articles }: { title: string; articles: readonly ArticleHead[] }) {
  if (articles.length === 0) return null;
  return (
    <section aria-label={title} className="grid gap-3">
      <h2 className="font-semibold text-lg">{title}</h2>
      <ArticleList articles={articles} heading="h3" />
    </section>
  );
}

type Site = Pick<ArticlePageProps, "publisher" | "publicUrl">;

function factsOf(article: Article, text: string, { publisher, publicUrl }: Site): object {
  const { cover } = article;
  return {
    "@context": "https://schema.org",
    "@type": "Article",
    headline: article.title,
    description: article.summary ?? undefined,
    mainEntityOfPage: articleUrl(publicUrl, article),
    image: cover ? publicUrl + pictureHref(cover.name) : undefined,
    inLanguage: localeFacts[article.language].tag,
    datePublished: article.publishedAt.toISOString(),
    dateModified: article.updatedAt.toISOString(),
    wordCount: text.split(" ").length,
    publisher: { "@type": "Organization", name: publisher },
  };
}
