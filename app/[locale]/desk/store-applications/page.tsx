import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { DeskNothing, deskPage } from "#features/back-office/components/desk-page.tsx";
import { StoreApplicationList } from "#features/back-office/store-applications/store-application-list.island.tsx";
import { isReadyShopOpen } from "#features/site/site.loaders.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = deskMetadata("/desk/store-applications");

/** Applications for stores. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return deskPage(async (staff) => {
    if (!isReadyShopOpen) return <DeskNothing />;
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.storeApplications")} lead={t("storeApplications.lead")} />
        <StoreApplicationList mayDecide={isPermitted(staff.permission, "money")} />
      </>
    );
  });
}
