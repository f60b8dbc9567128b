import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ContentPage } from "#features/content/pages/content-page.tsx";
import { loadPageDraft } from "#features/content/pages/pages.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { publicUrl } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale: localeText, id } = await params;
  const locale = toLocale(localeText);
  const draft = await loadPageDraft(locale, id).catch(() => null);
  const t = await getTranslations({ locale, namespace: "site.notFound" });
  return { title: draft?.title ?? t("metaTitle"), robots: { index: false, follow: false } };
}

/** A page of the editors as it would be on the site, for editors alone. */
export default async function PageDraftRoute({ params }: PageProps) {
  const { locale: localeText, id } = await params;
  const locale = toLocale(localeText);
  return guardPage(async () => {
    const draft = await loadPageDraft(locale, id);
    if (draft) return <ContentPage page={draft} publicUrl={publicUrl} isDraft />;
    pageNotFound();
    return <NotFoundView />;
  });
}
