import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { deskPage } from "#features/back-office/components/desk-page.tsx";
import { BatchList } from "#features/back-office/coupons/batch-list.island.tsx";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = deskMetadata("/desk/coupons");

/** Batches of coupons. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return deskPage(async (staff) => {
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.coupons")} />
        <BatchList
          staffId={staff.staffId}
          mayDecide={isPermitted(staff.permission, "money")}
          mayCreate={isPermitted(staff.permission, "money-lead")}
        />
      </>
    );
  });
}
