import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { deskPage } from "#features/back-office/components/desk-page.tsx";
import { AwaitedGoods } from "#features/back-office/service-requests/awaited-goods.tsx";
import { loadAwaitedGoods } from "#features/back-office/service-requests/service-requests.loaders.ts";
import { WantedList } from "#features/back-office/service-requests/wanted-list.island.tsx";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = deskMetadata("/desk/service-requests");

/** What buyers ask for that is not sold. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return deskPage(async () => {
    const [t, awaited] = await Promise.all([
      getTranslations({ locale, namespace: "backOffice" }),
      loadAwaitedGoods(locale),
    ]);
    return (
      <>
        <PageHeading title={t("nav.serviceRequests")} lead={t("serviceRequests.lead")} />
        <WantedList />
        <AwaitedGoods goods={awaited} />
      </>
    );
  });
}
