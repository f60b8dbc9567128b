import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { shopTexts } from "#app/[locale]/shop-texts.ts";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { NumberPage } from "#features/activations/components/number-page.tsx";
import { ReviewsBlock } from "#features/community/reviews/components/reviews-block.tsx";
import { loadReviews } from "#features/community/reviews/reviews.loaders.ts";
import { DeadEndOffer } from "#features/community/stock-alerts/components/dead-end-offer.island.tsx";
import { loadShop } from "#features/pricing/pricing.loaders.ts";
import { ReadyTab } from "#features/ready-accounts/components/ready-tab.island.tsx";
import { deliveryFilePattern } from "#features/ready-accounts/ready-accounts.loaders.ts";
import { ModeTabs } from "#features/rentals/components/mode-tabs.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import {
  brandName,
  isReadyShopOpen,
  isRentOpen,
  publicPageMetadata,
  publicUrl,
} from "#features/site/site.loaders.ts";
import { loadDeliveries } from "#features/statistics/delivery/delivery.loaders.ts";
import { FirstFacts } from "#features/statistics/public-figures/first-facts.tsx";
import { loadPublicFigures } from "#features/statistics/public-figures/public-figures.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";
import { localizedPath } from "#lib/i18n/paths.ts";

type PageProps = { params: Promise<{ locale: string }> };

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const locale = toLocale((await params).locale);
  const t = await getTranslations({ locale, namespace: "site.meta" });
  const title = t("title", { brand: brandName });
  return {
    ...publicPageMetadata(locale, "/", { title, description: t("description") }),
    title: { absolute: title },
  };
}

/** Home: the number selection for the default service. */
export default async function HomePage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [shop, figures, reviews, t] = await Promise.all([
      loadShop(locale, null),
      loadPublicFigures(),
      loadReviews(locale),
      getTranslations({ locale, namespace: "site.meta" }),
    ]);
    if (shop) {
      const deliveries = await loadDeliveries(shop.service.id);
      const { rubPerUsd } = shop;
      return (
        <PageTexts locale={locale} names={[...shopTexts, "community.reviews"]}>
          <NumberPage
            shop={shop}
            deliveries={deliveries}
            deadEnd={<DeadEndOffer />}
            isServicePage={false}
            end={
              <ReviewsBlock
                {...reviews}
                locale={locale}
                reviewed={{
                  name: brandName,
                  description: t("description"),
                  url: publicUrl + localizedPath(locale, "/"),
                }}
              />
            }
            renderShop={(parts) => (
              <ModeTabs
                {...parts}
                {...{ isRentOpen, rubPerUsd }}
                ready={
                  isReadyShopOpen ? <ReadyTab rubPerUsd={rubPerUsd} fileName={deliveryFilePattern} /> : null
                }
                deadEnd={<DeadEndOffer />}
                facts={
                  <FirstFacts figures={figures} fromKopecks={figures.lowestKopecks} rubPerUsd={rubPerUsd} />
                }
                pageServiceCode={null}
              />
            )}
          />
        </PageTexts>
      );
    }
    pageNotFound();
    return <NotFoundView />;
  });
}
