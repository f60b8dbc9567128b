import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { deskPage } from "#features/back-office/components/desk-page.tsx";
import { CorrectionList } from "#features/back-office/corrections/components/correction-list.island.tsx";
import { ProposeButton } from "#features/back-office/corrections/components/propose.island.tsx";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = deskMetadata("/desk/corrections");

/** Corrections that two people sign. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return deskPage(async (staff) => {
    const maySign = isPermitted(staff.permission, "money");
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.corrections")} action={maySign ? <ProposeButton /> : undefined} />
        <CorrectionList staffId={staff.staffId} maySign={maySign} />
      </>
    );
  });
}
