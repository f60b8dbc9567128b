import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { MyRentals } from "#features/rentals/components/my-rentals.island.tsx";
import { rentalTabs } from "#features/rentals/rentals.rules.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { isRentOpen, pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/profile/rentals");

/** The signed-in user's rented numbers and what came for them. */
export default async function RentalsPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const { tab: asked } = await searchParams;
  const firstTab = rentalTabs.find((tab) => tab === asked);
  return guardPage(async () => {
    const [t, rate] = await Promise.all([
      getTranslations({ locale, namespace: "rentals.mine" }),
      loadUsdRate(),
      requireViewer(locale),
    ]);
    return (
      <>
        <PageHeading title={t("title")} />
        <MyRentals rubPerUsd={rate?.rubPerUsd ?? null} isRentOpen={isRentOpen} firstTab={firstTab} />
      </>
    );
  });
}
