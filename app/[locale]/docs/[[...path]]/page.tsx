import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { facts } from "#features/api-docs/api-docs.loaders.ts";
import { docsHref, findDocsPage, headOf } from "#features/api-docs/api-docs.rules.ts";
import { DocsPageView } from "#features/api-docs/components/docs-page-view.tsx";
import { docsWords, fillIn, plainText } from "#features/api-docs/words/words.rules.ts";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { publicPageMetadata } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; path?: string[] }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale: localeText, path } = await params;
  const locale = toLocale(localeText);
  const page = findDocsPage(path ?? []);
  if (!page) {
    const t = await getTranslations({ locale, namespace: "site.notFound" });
    return { title: t("metaTitle"), robots: { index: false } };
  }
  const words = docsWords(locale);
  const { title, lead } = headOf(page, words);
  return publicPageMetadata(locale, docsHref(page), {
    title: `${plainText(title)} · ${words.labels.docs}`,
    description: fillIn(plainText(lead), facts),
  });
}

/** The documentation of the APIs: one page per address, all of them known. */
export default async function DocsRoute({ params }: PageProps) {
  const { locale: localeText, path } = await params;
  const locale = toLocale(localeText);
  const page = findDocsPage(path ?? []);
  if (page) {
    return (
      <PageTexts locale={locale} names={["buyerApi.tester"]}>
        <DocsPageView page={page} words={docsWords(locale)} facts={facts} />
      </PageTexts>
    );
  }
  pageNotFound();
  return <NotFoundView />;
}
