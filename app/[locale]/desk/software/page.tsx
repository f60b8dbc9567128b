import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { filterInAddress } from "#features/back-office/address-filter.rules.ts";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { DeskNothing, deskPage } from "#features/back-office/components/desk-page.tsx";
import { listLicenceProductsAtDeskEndpoint } from "#features/back-office/licences/desk-licences.contract.ts";
import { SoftwareList } from "#features/back-office/licences/software-list.island.tsx";
import { isSoftwareSold } from "#features/site/site.loaders.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = deskMetadata("/desk/software");

/** Products of software that are sold by licence. */
export default async function DeskPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const given = filterInAddress(listLicenceProductsAtDeskEndpoint, await searchParams);
  return deskPage(async ({ permission }) => {
    if (!isSoftwareSold) return <DeskNothing />;
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.software")} lead={t("software.lead")} />
        <SoftwareList
          key={JSON.stringify(given)}
          mayChange={isPermitted(permission, "money")}
          mayRotate={isPermitted(permission, "money-lead")}
          given={given}
        />
      </>
    );
  });
}
