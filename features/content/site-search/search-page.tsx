import { Search, SearchX } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { cx } from "#components/ui/class-names.ts";
import { EmptyPage } from "#components/ui/empty-page.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { SearchForm } from "#features/content/search-form.tsx";
import { SearchHits } from "#features/content/site-search/search-hits.tsx";
import {
  countHits,
  nextShown,
  rowOf,
  type SearchGroup,
  type SearchHit,
  type SearchQuery,
  type SearchResult,
  searchHref,
  searchTabs,
} from "#features/content/site-search/site-search.rules.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { localeFacts } from "#lib/i18n/locales.ts";

type SearchPageProps = { query: SearchQuery; result: SearchResult | null };

/** What the site has about a text. Every state has an address, and everything is reached without the page's script, too. */
export function SearchPage({ query, result }: SearchPageProps) {
  const t = useTranslations("content.search");
  return (
    <PageFrame>
      <PageHeading title={t("title")} />
      <SearchForm tab={query.tab} text={query.text} />
      {result === null ? (
        <EmptyPage icon={<Search className="size-6" />} title={t("description")}>
          {t("hint")}
        </EmptyPage>
      ) : (
        <Result query={query} result={result} />
      )}
    </PageFrame>
  );
}

function Result({ query, result }: { query: SearchQuery; result: SearchResult }) {
  const t = useTranslations("content.search");
  const { groups, isLoose, near } = result;
  const count = countHits(groups);
  // Told after each press on "show more", too, which else would change nothing that is spoken.
  const shown = groups.reduce((sum, { hits }) => sum + hits.length, 0);
  return (
    <>
      <Tabs query={query} />
      <p role="status" className="wrap-anywhere mb-4 text-muted text-sm">
        {count > 0 ? t("found", { count, shown: formatNumber(count), text: query.text }) : null}
        {query.tab !== "all" && shown < count
          ? ` · ${t("shown", { count: shown, shown: formatNumber(shown) })}`
          : null}
        {isLoose ? ` · ${t("loose")}` : null}
      </p>
      {near.length > 0 ? <Near hits={near} /> : null}
      {count === 0 ? <NothingFound query={query} /> : null}
      <div className="grid gap-8">
        {groups.map((group) => (
          <Group key={group.kind} group={group} query={query} />
        ))}
      </div>
      {query.tab === "all" ? null : <More query={query} groups={groups} />}
    </>
  );
}

function Tabs({ query }: { query: SearchQuery }) {
  const t = useTranslations("content.search");
  return (
    <nav aria-label={t("tabsLabel")} className="mb-4">
      <ul className="flex flex-wrap gap-2">
        {searchTabs.map((tab) => (
          <li key={tab}>
            <LocaleLink
              href={searchHref({ text: query.text, tab })}
              aria-current={tab === query.tab ? "page" : undefined}
              className={cx(
                "touch inline-flex items-center rounded-full border border-line px-3 py-1 text-sm",
                tab === query.tab ? "bg-accent text-on-accent" : "bg-surface",
              )}
            >
              {t(`tabs.${tab}`)}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What is called nearly as what was typed. */
function Near({ hits }: { hits: readonly SearchHit[] }) {
  const t = useTranslations("content.search");
  return (
    <section aria-labelledby="near" className="mb-6 rounded-lg border border-line bg-surface p-4">
      <h2 id="near" className="mb-2 font-semibold text-sm">
        {t("near")}
      </h2>
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {hits.map(({ href, title, language }) => (
          <li key={href} className="wrap-anywhere">
            <LocaleLink href={href} lang={localeFacts[language].tag} className="text-link underline">
              {title}
            </LocaleLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function NothingFound({ query: { text, tab } }: { query: SearchQuery }) {
  const t = useTranslations("content.search");
  const action: ReactNode =
    tab === "all" ? (
      <LocaleLink href="/services/request" className={buttonClasses("plain", "md")}>
        {t("request")}
      </LocaleLink>
    ) : (
      <span className="flex flex-wrap justify-center gap-2">
        <LocaleLink href={searchHref({ text })} className={buttonClasses("plain", "md")}>
          {t("everywhere")}
        </LocaleLink>
        {tab === "faq" ? (
          <LocaleLink href="/feedback" className={buttonClasses("plain", "md")}>
            {t("support")}
          </LocaleLink>
        ) : null}
      </span>
    );
  return (
    <EmptyPage icon={<SearchX className="size-6" />} title={t("nothing", { text })} action={action}>
      {t("nothingHint")}
    </EmptyPage>
  );
}

/** The hits of a kind; where all kinds are shown, with the way to the rest of them. */
function Group({ group, query }: { group: SearchGroup; query: SearchQuery }) {
  const t = useTranslations("content.search");
  const { kind, total, hits } = group;
  const { tab } = rowOf(kind);
  return (
    <section aria-labelledby={`kind-${kind}`}>
      <h2 id={`kind-${kind}`} className="mb-3 font-semibold text-lg">
        {t(`kinds.${kind}`)}
      </h2>
      <SearchHits group={group} />
      {query.tab === "all" && total > hits.length ? (
        <LocaleLink
          href={searchHref({ text: query.text, tab })}
          className={buttonClasses("plain", "sm", "mt-3")}
        >
          {t(`allOf.${kind}`, { count: total, shown: formatNumber(total) })}
        </LocaleLink>
      ) : null}
    </section>
  );
}

/** The way to further hits, behind which the page goes on where it ended. */
function More({ query, groups }: { query: SearchQuery; groups: readonly SearchGroup[] }) {
  const t = useTranslations("content.search");
  const shown = nextShown(groups, query.shown);
  if (shown === null) return null;
  return (
    <p className="mt-6 text-center">
      <LocaleLink
        href={searchHref({ ...query, shown })}
        scroll={false}
        rel="next"
        className={buttonClasses("plain", "md")}
      >
        {t("more")}
      </LocaleLink>
    </p>
  );
}
