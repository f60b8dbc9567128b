import { useLocale, useTranslations } from "next-intl";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { cx } from "#components/ui/class-names.ts";
import { EmptyPage } from "#components/ui/empty-page.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { ArticleList } from "#features/content/blog/article-list.tsx";
import type { BlogList } from "#features/content/blog/blog.loaders.ts";
import { type BlogQuery, blogHref } from "#features/content/blog/blog.rules.ts";
import { feeds } from "#features/content/blog/feed.rules.ts";
import { SearchForm } from "#features/content/search-form.tsx";
import { localeFromTag } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

/** The list of articles: those of one tag or all, newest first. */
export function BlogPage({ list, query }: { list: BlogList; query: BlogQuery }) {
  const t = useTranslations("content.blog");
  return (
    <PageFrame>
      <PageHeading title={t("title")} lead={t("description")} />
      {list.articles.length > 0 ? <SearchForm tab="articles" placeholder={t("search")} /> : null}
      <div className="grid max-w-3xl gap-6">
        {list.tags.length > 0 ? <TagLinks list={list} query={query} /> : null}
        {list.articles.length > 0 ? (
          <ArticleList articles={list.articles} heading="h2" />
        ) : (
          <EmptyPage title={t("empty")} />
        )}
        <Turns isMore={list.isMore} query={query} />
        <FeedLinks />
      </div>
    </PageFrame>
  );
}

/** No pages: the browser takes them as they are. */
function FeedLinks() {
  const t = useTranslations("content.blog");
  const locale = localeFromTag(useLocale());
  return (
    <p className="flex flex-wrap gap-x-4 text-sm">
      {Object.values(feeds).map(({ name, path, mediaType }) => (
        <a key={name} href={localizedPath(locale, path)} type={mediaType} className="text-link underline">
          {t("feed", { format: name })}
        </a>
      ))}
    </p>
  );
}

function TagLinks({ list, query }: { list: BlogList; query: BlogQuery }) {
  const t = useTranslations("content.blog");
  const all = [{ slug: null, name: t("all") }, ...list.tags];
  return (
    <nav aria-label={t("tags")}>
      <ul className="flex flex-wrap gap-2">
        {all.map(({ slug, name }) => (
          <li key={slug}>
            <LocaleLink
              href={blogHref({ page: 1, tag: slug })}
              aria-current={slug === query.tag ? "page" : undefined}
              className={cx(
                "inline-flex rounded-full border border-line px-3 py-1 text-sm",
                slug === query.tag ? "bg-accent text-on-accent" : "bg-surface",
              )}
            >
              {name}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Turns({ isMore, query }: { isMore: boolean; query: BlogQuery }) {
  const t = useTranslations("content.blog");
  const turns = [
    ...(query.page > 1 ? [{ page: query.page - 1, rel: "prev", text: t("newer") }] : []),
    ...(isMore ? [{ page: query.page + 1, rel: "next", text: t("older") }] : []),
  ];
  if (turns.length === 0) return null;
  return (
    <nav aria-label={t("pages")} className="flex justify-between gap-4">
      {turns.map(({ page, rel, text }) => (
        <LocaleLink key={rel} href={blogHref({ ...query, page })} rel={rel} className="text-link underline">
          {text}
        </LocaleLink>
      ))}
    </nav>
  );
}
