import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { loadFaqDraft } from "#features/content/faq/faq.loaders.ts";
import { FaqDraftPage } from "#features/content/faq/faq-page.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; id: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale: localeText, id } = await params;
  const locale = toLocale(localeText);
  const draft = await loadFaqDraft(locale, id).catch(() => null);
  const t = await getTranslations({ locale, namespace: "site.notFound" });
  return { title: draft?.entries[0]?.question ?? t("metaTitle"), robots: { index: false, follow: false } };
}

/** A question as it would be on the help page, for editors alone. */
export default async function FaqDraftRoute({ params }: PageProps) {
  const { locale: localeText, id } = await params;
  const locale = toLocale(localeText);
  return guardPage(async () => {
    const draft = await loadFaqDraft(locale, id);
    if (draft) return <FaqDraftPage topic={draft} />;
    pageNotFound();
    return <NotFoundView />;
  });
}
