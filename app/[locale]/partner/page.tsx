import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { loadCabinetOverview, partnerMetadata } from "#features/partners/cabinet/cabinet.loaders.ts";
import { CabinetOverview } from "#features/partners/cabinet/components/cabinet-overview.island.tsx";
import { partnerPage } from "#features/partners/cabinet/components/partner-page.tsx";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = partnerMetadata("/partner");

/** What the partner's modems do at this moment. */
export default async function PartnerPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return partnerPage(locale, async (partner) => {
    const [t, overview] = await Promise.all([
      getTranslations({ locale, namespace: "partners.cabinet" }),
      loadCabinetOverview(partner),
    ]);
    return (
      <>
        <PageHeading title={t("nav.overview")} lead={t("overview.lead")} />
        <CabinetOverview initial={overview} />
      </>
    );
  });
}
