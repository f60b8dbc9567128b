import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { MyAccounts } from "#features/ready-accounts/components/my-accounts.island.tsx";
import { deliveryFilePattern } from "#features/ready-accounts/ready-accounts.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/accounts");

/** The signed-in user's ready accounts, to look at and to download again. */
export default async function AccountsPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, rate] = await Promise.all([
      getTranslations({ locale, namespace: "readyAccounts.mine" }),
      loadUsdRate(),
      requireViewer(locale),
    ]);
    return (
      <>
        <PageHeading title={t("title")} />
        <MyAccounts rubPerUsd={rate?.rubPerUsd ?? null} fileName={deliveryFilePattern} />
      </>
    );
  });
}
