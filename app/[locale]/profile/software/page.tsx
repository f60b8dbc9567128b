import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { requireViewer } from "#features/identity/identity.loaders.ts";
import { agentCodePattern } from "#features/licences/agents/agents.rules.ts";
import { MyLicences } from "#features/licences/components/my-licences.island.tsx";
import { SoftwareShop } from "#features/licences/components/software-shop.island.tsx";
import { loadUsdRate } from "#features/pricing/pricing.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { isSoftwareSold, pageMetadata } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/profile/software");

/** Software to buy a licence of, and the licences of the signed-in user. */
export default async function SoftwarePage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const { agent } = await searchParams;
  return guardPage(async () => {
    if (!isSoftwareSold) {
      pageNotFound();
      return <NotFoundView />;
    }
    const [t, rate] = await Promise.all([
      getTranslations({ locale, namespace: "licences.page" }),
      loadUsdRate(),
      requireViewer(locale),
    ]);
    const rubPerUsd = rate?.rubPerUsd ?? null;
    return (
      <>
        <PageHeading title={t("title")} />
        <div className="grid gap-8">
          <MyLicences rubPerUsd={rubPerUsd} />
          <SoftwareShop
            rubPerUsd={rubPerUsd}
            agent={typeof agent === "string" && agentCodePattern.test(agent) ? agent : null}
          />
        </div>
      </>
    );
  });
}
