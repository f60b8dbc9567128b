import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ShopPage } from "#app/_shop/shop-page.tsx";
import { PageTexts } from "#components/layout/page-texts.tsx";
import { ReviewsBlock } from "#features/community/reviews/components/reviews-block.tsx";
import { loadReviews } from "#features/community/reviews/reviews.loaders.ts";
import { loadShop } from "#features/pricing/pricing.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { brandName, publicPageMetadata, publicUrl } from "#features/site/site.loaders.ts";
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
      const { rubPerUsd } = shop;
      const reviewed = {
        name: brandName,
        description: t("description"),
        url: publicUrl + localizedPath(locale, "/"),
      };
      return (
        <ShopPage
          locale={locale}
          shop={shop}
          pageServiceCode={null}
          facts={<FirstFacts figures={figures} fromKopecks={figures.lowestKopecks} rubPerUsd={rubPerUsd} />}
          end={
            <PageTexts
              locale={locale}
              names={["community.reviews", "identity.captcha", "identity.validation"]}
            >
              <ReviewsBlock {...reviews} locale={locale} reviewed={reviewed} />
            </PageTexts>
          }
        />
      );
    }
    pageNotFound();
    return <NotFoundView />;
  });
}
