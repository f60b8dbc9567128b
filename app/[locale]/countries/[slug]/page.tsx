import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { DeadEndOffer } from "#features/community/stock-alerts/components/dead-end-offer.island.tsx";
import { deadEndTexts } from "#features/community/stock-alerts/dead-end-texts.rules.ts";
import { CountryPage } from "#features/pricing/components/country-page.tsx";
import { loadCountryList, loadCountryShop } from "#features/pricing/pricing.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { publicPageMetadata } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; slug: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale: localeText, slug } = await params;
  const locale = toLocale(localeText);
  const countries = await loadCountryList(locale).catch(() => []);
  const country = countries.find((each) => each.slug === slug);
  if (!country) {
    const t = await getTranslations({ locale, namespace: "site.notFound" });
    return { title: t("metaTitle"), robots: { index: false } };
  }
  const t = await getTranslations({ locale, namespace: "pricing.country" });
  const words = {
    title: t("title", { country: country.name }),
    description: t("description", { country: country.name }),
  };
  return publicPageMetadata(locale, `/countries/${slug}`, words);
}

/** What is sold in a country. */
export default async function CountryRoute({ params }: PageProps) {
  const { locale, slug } = await params;
  return guardPage(async () => {
    const shop = await loadCountryShop(toLocale(locale), slug);
    if (shop) {
      return (
        <PageTexts locale={toLocale(locale)} names={[...deadEndTexts, "pricing.list"]}>
          <CountryPage shop={shop} deadEnd={<DeadEndOffer />} />
        </PageTexts>
      );
    }
    pageNotFound();
    return <NotFoundView />;
  });
}
