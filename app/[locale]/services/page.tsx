import { getTranslations } from "next-intl/server";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { loadServiceList, loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { GoodsList } from "#features/pricing/stock/components/goods-list.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { formatNumber } from "#lib/i18n/formats.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/services");

/** All services that are sold, with a search. */
export default async function ServicesPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [entries, rate] = await Promise.all([loadServiceList(locale), loadUsdRate()]);
    const inStock = entries.filter(({ stock }) => stock !== null).length;
    const t = await getTranslations({ locale, namespace: "catalogue.services" });
    return (
      <PageTexts locale={locale} names={["pricing.stock"]}>
        <PageFrame>
          <PageHeading
            title={t("title")}
            lead={t("lead", {
              count: inStock,
              shown: formatNumber(inStock),
              all: formatNumber(entries.length),
            })}
            action={
              <LocaleLink
                href="/services/request"
                className="touch inline-flex items-center font-medium text-link text-sm hover:underline"
              >
                {t("request")}
              </LocaleLink>
            }
          />
          <GoodsList
            entries={entries.map(({ id, name, slug, icon, stock }) => ({ id, name, slug, icon, stock }))}
            href="/{slug}"
            kind="service"
            searchLabel={t("search")}
            nothingLabel={t("nothing")}
            rubPerUsd={rate?.rubPerUsd ?? null}
          />
        </PageFrame>
      </PageTexts>
    );
  });
}
