import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { AccountTexts } from "#components/layout/page-texts.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { isReadyShopOpen, pageMetadata } from "#features/site/site.loaders.ts";
import { Statistics } from "#features/statistics/users/components/statistics.island.tsx";
import { loadStatistics } from "#features/statistics/users/users.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/profile/statistics");

/** The signed-in user's purchases in figures. */
export default async function StatisticsPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, page] = await Promise.all([
      getTranslations({ locale, namespace: "statistics" }),
      loadStatistics(locale, await searchParams),
    ]);
    return (
      <>
        <PageHeading title={t("title")} />
        <AccountTexts locale={locale} names={["statistics"]}>
          <Statistics choice={page.choice} initial={page.initial} isReadyShopOpen={isReadyShopOpen} />
        </AccountTexts>
        <p className="mt-4 max-w-2xl text-muted text-sm">{t("daysNote")}</p>
      </>
    );
  });
}
