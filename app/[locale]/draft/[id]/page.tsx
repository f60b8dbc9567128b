import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ArticlePage } from "#features/content/blog/article-page.tsx";
import { loadDraft } from "#features/content/drafts/drafts.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { brandName, publicUrl } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale: localeText, id } = await params;
  const locale = toLocale(localeText);
  const draft = await loadDraft(locale, id).catch(() => null);
  const t = await getTranslations({ locale, namespace: "site.notFound" });
  return { title: draft?.title ?? t("metaTitle"), robots: { index: false, follow: false } };
}

/** An article as it would be on the site, for editors alone. */
export default async function DraftRoute({ params }: PageProps) {
  const { locale: localeText, id } = await params;
  const locale = toLocale(localeText);
  return guardPage(async () => {
    const draft = await loadDraft(locale, id);
    if (draft)
      return (
        <ArticlePage
          article={draft}
          similar={[]}
          recent={[]}
          publisher={brandName}
          publicUrl={publicUrl}
          isDraft
        />
      );
    pageNotFound();
    return <NotFoundView />;
  });
}
