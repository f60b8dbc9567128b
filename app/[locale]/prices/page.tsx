import { getTranslations } from "next-intl/server";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { PriceTable } from "#features/pricing/table/components/price-table.tsx";
import { loadPricePage } from "#features/pricing/table/price-table.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/prices");

/** The general table of prices, by service or by country. */
export default async function PricesPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const t = await getTranslations({ locale, namespace: "pricing.table" });
    const page = await loadPricePage(locale, await searchParams);
    if (page) {
      return (
        <PageFrame>
          <PageHeading title={t("title")} lead={t("lead")} />
          <PriceTable page={page} base="/prices" />
        </PageFrame>
      );
    }
    pageNotFound();
    return <NotFoundView />;
  });
}
