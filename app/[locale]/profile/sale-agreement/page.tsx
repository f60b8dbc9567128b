import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { SaleAgreement } from "#features/licences/components/sale-agreement.island.tsx";
import { loadIsAgent } from "#features/licences/licences.loaders.ts";
import { loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { isSoftwareSold, pageMetadata } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/sale-agreement");

/** What an agent of licences has agreed to, gets, and has sold; there is none for others. */
export default async function SaleAgreementPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const isAgent = await loadIsAgent(locale);
    if (!isSoftwareSold || !isAgent) {
      pageNotFound();
      return <NotFoundView />;
    }
    const [t, rate] = await Promise.all([
      getTranslations({ locale, namespace: "licences.agent" }),
      loadUsdRate(),
    ]);
    return (
      <>
        <PageHeading title={t("title")} />
        <SaleAgreement rubPerUsd={rate?.rubPerUsd ?? null} />
      </>
    );
  });
}
