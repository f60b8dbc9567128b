import { useLocale } from "next-intl";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { type ArticleHead, articleHref } from "#features/content/blog/blog.rules.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import { localeFacts, localeFromTag } from "#lib/i18n/locales.ts";

type ArticleListProps = {
  articles: readonly ArticleHead[];
  /** Of their titles: below the page's own, or below that of a part. */
  heading: "h2" | "h3";
};

/** Articles, one below the other; each says in which language it is. */
export function ArticleList({ articles, heading: Heading }: ArticleListProps) {
  const locale = localeFromTag(useLocale());
  return (
    <ul className="grid gap-3">
      {articles.map((article) => (
        <li
          key={article.slug}
          lang={localeFacts[article.language].tag}
          className="grid gap-1 rounded-lg border border-line bg-surface p-4"
        >
          <Heading className="font-semibold text-base">
            <LocaleLink href={articleHref(article)} className="text-link underline">
              {article.title}
            </LocaleLink>
          </Heading>
          {article.summary ? <p className="text-muted">{article.summary}</p> : null}
          <p lang={localeFacts[locale].tag} className="tabular text-muted text-sm">
            <time dateTime={article.publishedAt.toISOString()}>
              {formatDay(locale, article.publishedAt, "UTC")}
            </time>
          </p>
        </li>
      ))}
    </ul>
  );
}
