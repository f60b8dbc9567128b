import { useLocale, useTranslations } from "next-intl";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { SearchFacts } from "#components/layout/search-facts.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import {
  type EditorsPage,
  type PageHead,
  pageHref,
  trailFacts,
} from "#features/content/pages/pages.rules.ts";
import { readRichText } from "#features/content/rich-text/rich-text.rules.ts";
import { RichText } from "#features/content/rich-text/rich-text.tsx";
import { type Locale, localeFacts, localeFromTag } from "#lib/i18n/locales.ts";

type ContentPageProps = {
  page: EditorsPage;
  /** Of the site, for search engines. */
  publicUrl: string;
  /** It is looked at before it is published. */
  isDraft?: boolean;
};

/** A page that editors have written: the way to it, its text, and what stands below it. */
export function ContentPage({ page, publicUrl, isDraft = false }: ContentPageProps) {
  const t = useTranslations("content");
  const locale = localeFromTag(useLocale());
  const crumbs = [
    { name: t("pages.home"), href: "/" },
    ...[...page.above, page].map((head) => ({ name: head.title, href: pageHref(head) })),
  ];
  return (
    <PageFrame>
      <div className="grid max-w-3xl gap-6">
        <Trail above={page.above} page={page} />
        {isDraft ? <Notice tone="info">{t("blog.draft")}</Notice> : null}
        {page.language === locale ? null : <Notice tone="info">{t("pages.onlyEnglish")}</Notice>}
        <article lang={localeFacts[page.language].tag} className="grid gap-5">
          <div className="grid gap-1">
            <h1 className="font-bold text-xl lg:text-2xl">{page.title}</h1>
            {page.summary ? <p className="text-muted">{page.summary}</p> : null}
          </div>
          <RichText blocks={readRichText(page.body, page.pictures)} />
        </article>
        {page.below.length > 0 ? <Below pages={page.below} /> : null}
      </div>
      <SearchFacts facts={trailFacts(crumbs, { locale, publicUrl })} />
    </PageFrame>
  );
}

/** Marks what is not in the language of the page around it. */
function langOf(locale: Locale, { language }: PageHead): string | undefined {
  return language === locale ? undefined : localeFacts[language].tag;
}

function Trail({ above, page }: { above: readonly PageHead[]; page: PageHead }) {
  const t = useTranslations("content.pages");
  const locale = localeFromTag(useLocale());
  return (
    <nav aria-label={t("trail")} className="text-muted text-sm">
      <ol className="flex flex-wrap gap-x-2 gap-y-1">
        <li>
          <LocaleLink href="/" className="text-link underline">
            {t("home")}
          </LocaleLink>
        </li>
        {above.map((head) => (
          <li key={head.path} lang={langOf(locale, head)} className="flex gap-x-2">
            <Slash />
            <LocaleLink href={pageHref(head)} className="text-link underline">
              {head.title}
            </LocaleLink>
          </li>
        ))}
        <li lang={langOf(locale, page)} aria-current="page" className="flex gap-x-2">
          <Slash />
          {page.title}
        </li>
      </ol>
    </nav>
  );
}

function Slash() {
  return <span aria-hidden="true">/</span>;
}

function Below({ pages }: { pages: readonly PageHead[] }) {
  const t = useTranslations("content.pages");
  const locale = localeFromTag(useLocale());
  return (
    <nav aria-label={t("below")}>
      <ul className="grid gap-3">
        {pages.map((head) => (
          <li
            key={head.path}
            lang={langOf(locale, head)}
            className="grid gap-1 rounded-lg border border-line bg-surface p-4"
          >
            <LocaleLink href={pageHref(head)} className="font-semibold text-base text-link underline">
              {head.title}
            </LocaleLink>
            {head.summary ? <p className="text-muted">{head.summary}</p> : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}
