import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { ApiOnlyList } from "#features/back-office/api-only/api-only-list.island.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { deskPage } from "#features/back-office/components/desk-page.tsx";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = deskMetadata("/desk/api-only");

/** What is sold through the API alone. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return deskPage(async (staff) => {
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.apiOnly")} lead={t("apiOnly.lead")} />
        <ApiOnlyList mayChange={isPermitted(staff.permission, "money")} />
      </>
    );
  });
}
