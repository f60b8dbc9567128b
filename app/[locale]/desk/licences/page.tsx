import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { filterInAddress } from "#features/back-office/address-filter.rules.ts";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { DeskNothing, deskPage } from "#features/back-office/components/desk-page.tsx";
import { listSoldLicencesEndpoint } from "#features/back-office/licences/desk-licences.contract.ts";
import { SoldLicenceList } from "#features/back-office/licences/sold-licence-list.island.tsx";
import { isSoftwareSold } from "#features/site/site.loaders.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = deskMetadata("/desk/licences");

/** Licences that were sold. */
export default async function DeskPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const given = filterInAddress(listSoldLicencesEndpoint, await searchParams);
  return deskPage(async (staff) => {
    if (!isSoftwareSold) return <DeskNothing />;
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.licences")} lead={t("licences.lead")} />
        <SoldLicenceList
          key={JSON.stringify(given)}
          mayRevoke={isPermitted(staff.permission, "money")}
          given={given}
        />
      </>
    );
  });
}
