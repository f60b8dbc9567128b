import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { partnerMetadata } from "#features/partners/cabinet/cabinet.loaders.ts";
import { partnerPage } from "#features/partners/cabinet/components/partner-page.tsx";
import { SimCards } from "#features/partners/sim-cards/components/sim-cards.island.tsx";
import { loadSimCards } from "#features/partners/sim-cards/sim-cards.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = partnerMetadata("/partner/sim-card");

/** Every number of the partner. */
export default async function SimCardPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return partnerPage(locale, async (partner) => {
    const [t, page] = await Promise.all([
      getTranslations({ locale, namespace: "partners.simCards" }),
      loadSimCards(partner, locale, await searchParams),
    ]);
    return (
      <>
        <PageHeading title={t("title")} lead={t("lead")} />
        <SimCards {...page} />
      </>
    );
  });
}
