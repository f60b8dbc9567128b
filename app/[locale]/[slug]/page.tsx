import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ShopPage } from "#app/_shop/shop-page.tsx";
import { ContentPage } from "#features/content/pages/content-page.tsx";
import { editorsPageMetadata, loadPage } from "#features/content/pages/pages.loaders.ts";
import { ApiOnlyLine } from "#features/pricing/components/api-only-line.tsx";
import { lowestPrice } from "#features/pricing/offers.rules.ts";
import { loadApiOnlyCountries, loadServiceBySlug, loadShop } from "#features/pricing/pricing.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { publicPageMetadata, publicUrl } from "#features/site/site.loaders.ts";
import { FirstFacts } from "#features/statistics/public-figures/first-facts.tsx";
import { loadPublicFigures } from "#features/statistics/public-figures/public-figures.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; slug: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const { locale: localeText, slug } = await params;
  const locale = toLocale(localeText);
  // Without the database the page itself says so; its head must not fail before it.
  const service = await loadServiceBySlug(slug).catch(() => null);
  if (!service) {
    const page = await loadPage(locale, [slug]).catch(() => null);
    if (page) return editorsPageMetadata(locale, page);
    const t = await getTranslations({ locale, namespace: "site.notFound" });
    return { title: t("metaTitle"), robots: { index: false } };
  }
  const t = await getTranslations({ locale, namespace: "activations.page.meta" });
  const words = {
    title: t("title", { service: service.name }),
    description: t("description", { service: service.name }),
  };
  return publicPageMetadata(locale, `/${slug}`, words);
}

/** A service's own page: the number selection with that service chosen. Where there is no such service, what editors have written there. */
export default async function ServicePage({ params }: PageProps) {
  const { locale, slug } = await params;
  return guardPage(async () => {
    const [shop, figures] = await Promise.all([loadShop(toLocale(locale), slug), loadPublicFigures()]);
    if (shop) {
      const apiOnly = await loadApiOnlyCountries(toLocale(locale), shop);
      const facts = (
        <>
          <FirstFacts figures={figures} fromKopecks={lowestPrice(shop.offers)} rubPerUsd={shop.rubPerUsd} />
          <ApiOnlyLine countries={apiOnly} />
        </>
      );
      return (
        <ShopPage locale={toLocale(locale)} shop={shop} pageServiceCode={shop.service.code} facts={facts} />
      );
    }
    const page = await loadPage(toLocale(locale), [slug]);
    if (page) return <ContentPage page={page} publicUrl={publicUrl} />;
    pageNotFound();
    return <NotFoundView />;
  });
}
