import { getTranslations } from "next-intl/server";
import { PageFrame, PageHeading } from "#components/layout/page-frame.tsx";
import { FilteredList } from "#features/catalogue/components/filtered-list.island.tsx";
import { loadCountryList } from "#features/pricing/pricing.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/countries");

/** All countries that are sold, with a search. */
export default async function CountriesPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const entries = await loadCountryList(locale);
    const t = await getTranslations({ locale, namespace: "catalogue.countries" });
    return (
      <PageFrame>
        <PageHeading title={t("title")} lead={t("lead", { count: entries.length })} />
        <FilteredList
          entries={entries.map(({ id, name, slug, icon }) => ({ id, name, slug, icon }))}
          href="/countries/{slug}"
          kind="country"
          searchLabel={t("search")}
          nothingLabel={t("nothing")}
        />
      </PageFrame>
    );
  });
}
