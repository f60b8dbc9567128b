import { getTranslations } from "next-intl/server";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { DeadEndOffer } from "#features/community/stock-alerts/components/dead-end-offer.island.tsx";
import { deadEndTexts } from "#features/community/stock-alerts/dead-end-texts.rules.ts";
import { loadCountryList, loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { GoodsList } from "#features/pricing/stock/components/goods-list.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/countries");

/** All countries that are sold, with a search. */
export default async function CountriesPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [entries, rate] = await Promise.all([loadCountryList(locale), loadUsdRate()]);
    const inStock = entries.filter(({ stock }) => stock !== null).length;
    const t = await getTranslations({ locale, namespace: "catalogue.countries" });
    return (
      <PageTexts locale={locale} names={[...deadEndTexts, "pricing.stock"]}>
        <PageFrame>
          <PageHeading title={t("title")} lead={t("lead", { count: inStock, all: entries.length })} />
          <GoodsList
            entries={entries.map(({ id, name, slug, icon, stock }) => ({ id, name, slug, icon, stock }))}
            href="/countries/{slug}"
            kind="country"
            searchLabel={t("search")}
            nothingLabel={t("nothing")}
            rubPerUsd={rate?.rubPerUsd ?? null}
            deadEnd={<DeadEndOffer />}
          />
        </PageFrame>
      </PageTexts>
    );
  });
}
