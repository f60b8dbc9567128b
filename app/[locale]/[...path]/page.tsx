import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ContentPage } from "#features/content/pages/content-page.tsx";
import { editorsPageMetadata, loadPage } from "#features/content/pages/pages.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { publicUrl } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; path: string[] }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale: localeText, path } = await params;
  const locale = toLocale(localeText);
  const page = await loadPage(locale, path).catch(() => null);
  if (page) return editorsPageMetadata(locale, page);
  const t = await getTranslations({ locale, namespace: "site.notFound" });
  return { title: t("metaTitle"), robots: { index: false } };
}

/**
 * Any address that is no page of the product's own: what editors have written there, or nothing. That is rendered as a page of its own,
 * so that the words are in the HTML, with status 404.
 */
export default async function AnyAddress({ params }: PageProps) {
  const { locale: localeText, path } = await params;
  const locale = toLocale(localeText);
  return guardPage(async () => {
    const page = await loadPage(locale, path);
    if (page) return <ContentPage page={page} publicUrl={publicUrl} />;
    pageNotFound();
    return <NotFoundView />;
  });
}
