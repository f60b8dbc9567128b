import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { loadActivationsHistory } from "#features/partners/activations-history/activations-history.loaders.ts";
import { ActivationsHistory } from "#features/partners/activations-history/components/activations-history.island.tsx";
import { partnerMetadata } from "#features/partners/cabinet/cabinet.loaders.ts";
import { partnerPage } from "#features/partners/cabinet/components/partner-page.tsx";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = partnerMetadata("/partner/activations-history");

/** Every order on the partner's numbers. */
export default async function ActivationsHistoryPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return partnerPage(locale, async (partner) => {
    const [t, page] = await Promise.all([
      getTranslations({ locale, namespace: "partners.history" }),
      loadActivationsHistory(partner, locale, await searchParams),
    ]);
    return (
      <>
        <PageHeading title={t("title")} lead={t("lead")} />
        <ActivationsHistory filters={page.filters} choices={page.choices} initial={page.initial} />
      </>
    );
  });
}
