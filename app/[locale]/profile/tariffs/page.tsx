import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { LimitsCard } from "#features/activations/limits/components/limits-card.island.tsx";
import { Conditions } from "#features/pricing/table/components/conditions.tsx";
import { PriceTable } from "#features/pricing/table/components/price-table.tsx";
import { loadOwnConditions, loadOwnPrices } from "#features/pricing/table/price-table.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/profile/tariffs");

/** What the signed-in user pays, beside everybody's prices, and on which conditions. */
export default async function TariffsPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, prices, conditions] = await Promise.all([
      getTranslations({ locale, namespace: "pricing.tariffs" }),
      loadOwnPrices(locale, await searchParams),
      loadOwnConditions(locale),
    ]);
    if (prices === null) {
      pageNotFound();
      return <NotFoundView />;
    }
    return (
      <>
        <PageHeading title={t("title")} />
        <div className="grid gap-6">
          <Conditions conditions={conditions} rubPerUsd={prices.rubPerUsd} />
          <div className="min-w-0">
            <PriceTable page={prices} base="/profile/tariffs" />
          </div>
          <LimitsCard />
        </div>
      </>
    );
  });
}
