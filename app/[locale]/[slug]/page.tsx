import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { shopTexts } from "#app/[locale]/shop-texts.ts";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { NumberPage } from "#features/activations/components/number-page.tsx";
import { DeadEndOffer } from "#features/community/stock-alerts/components/dead-end-offer.island.tsx";
import { ContentPage } from "#features/content/pages/content-page.tsx";
import { editorsPageMetadata, loadPage } from "#features/content/pages/pages.loaders.ts";
import { ApiOnlyLine } from "#features/pricing/components/api-only-line.tsx";
import { lowestPrice } from "#features/pricing/offers.rules.ts";
import { loadApiOnlyCountries, loadServiceBySlug, loadShop } from "#features/pricing/pricing.loaders.ts";
import { ReadyTab } from "#features/ready-accounts/components/ready-tab.island.tsx";
import { deliveryFilePattern } from "#features/ready-accounts/ready-accounts.loaders.ts";
import { ModeTabs } from "#features/rentals/components/mode-tabs.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { isReadyShopOpen, isRentOpen, publicPageMetadata, publicUrl } from "#features/site/site.loaders.ts";
import { loadDeliveries } from "#features/statistics/delivery/delivery.loaders.ts";
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
      const deliveries = await loadDeliveries(shop.service.id);
      const { service, rubPerUsd } = shop;
      const apiOnly = await loadApiOnlyCountries(toLocale(locale), shop);
      return (
        <PageTexts locale={toLocale(locale)} names={shopTexts}>
          <NumberPage
            shop={shop}
            deliveries={deliveries}
            deadEnd={<DeadEndOffer />}
            isServicePage
            renderShop={(parts) => (
              <ModeTabs
                {...parts}
                {...{ isRentOpen, rubPerUsd }}
                ready={
                  isReadyShopOpen ? <ReadyTab rubPerUsd={rubPerUsd} fileName={deliveryFilePattern} /> : null
                }
                deadEnd={<DeadEndOffer />}
                facts={
                  <>
                    <FirstFacts
                      figures={figures}
                      fromKopecks={lowestPrice(shop.offers)}
                      rubPerUsd={rubPerUsd}
                    />
                    <ApiOnlyLine countries={apiOnly} />
                  </>
                }
                pageServiceCode={service.code}
              />
            )}
          />
        </PageTexts>
      );
    }
    const page = await loadPage(toLocale(locale), [slug]);
    if (page) return <ContentPage page={page} publicUrl={publicUrl} />;
    pageNotFound();
    return <NotFoundView />;
  });
}
