import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { filterInAddress } from "#features/back-office/address-filter.rules.ts";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { DeskNothing, deskPage } from "#features/back-office/components/desk-page.tsx";
import { AccountOfferList } from "#features/back-office/ready-accounts/account-offer-list.island.tsx";
import { AccountTakedownList } from "#features/back-office/ready-accounts/account-takedown-list.island.tsx";
import { listDeskOffersEndpoint } from "#features/back-office/ready-accounts/desk-ready-accounts.contract.ts";
import { isReadyShopOpen } from "#features/site/site.loaders.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = deskMetadata("/desk/account-offers");

/** Offers of ready accounts with their stock, and the services that are taken down. */
export default async function DeskPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const given = filterInAddress(listDeskOffersEndpoint, await searchParams);
  return deskPage(async (staff) => {
    if (!isReadyShopOpen) return <DeskNothing />;
    const t = await getTranslations({ locale, namespace: "backOffice" });
    const mayChange = isPermitted(staff.permission, "money");
    return (
      <>
        <PageHeading title={t("nav.accountOffers")} lead={t("accountOffers.lead")} />
        <AccountTakedownList mayChange={mayChange} />
        <AccountOfferList key={JSON.stringify(given)} mayChange={mayChange} given={given} />
      </>
    );
  });
}
