import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { partnerMetadata } from "#features/partners/cabinet/cabinet.loaders.ts";
import { partnerPage } from "#features/partners/cabinet/components/partner-page.tsx";
import { PartnerStatistics } from "#features/partners/figures/components/partner-figures.island.tsx";
import { loadPartnerFigures } from "#features/partners/figures/partner-figures.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = partnerMetadata("/partner/statistic");

/** What became of the partner's numbers. */
export default async function PartnerStatisticPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return partnerPage(locale, async (partner) => {
    const [t, page] = await Promise.all([
      getTranslations({ locale, namespace: "partners.figures" }),
      loadPartnerFigures(partner, locale, await searchParams),
    ]);
    return (
      <>
        <PageHeading title={t("title")} lead={t("lead")} />
        <PartnerStatistics choice={page.choice} initial={page.initial} />
      </>
    );
  });
}
