import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { filterInAddress } from "#features/back-office/address-filter.rules.ts";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { deskPage } from "#features/back-office/components/desk-page.tsx";
import { CorrectionList } from "#features/back-office/corrections/components/correction-list.island.tsx";
import { ProposeButton } from "#features/back-office/corrections/components/propose.island.tsx";
import { listCorrectionsEndpoint } from "#features/back-office/corrections/corrections.contract.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = deskMetadata("/desk/corrections");

/** Corrections that two people sign. */
export default async function DeskPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const given = filterInAddress(listCorrectionsEndpoint, await searchParams);
  return deskPage(async (staff) => {
    const maySign = isPermitted(staff.permission, "money");
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.corrections")} action={maySign ? <ProposeButton /> : undefined} />
        <CorrectionList key={JSON.stringify(given)} staffId={staff.staffId} maySign={maySign} given={given} />
      </>
    );
  });
}
