import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { filterInAddress } from "#features/back-office/address-filter.rules.ts";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { deskPage } from "#features/back-office/components/desk-page.tsx";
import { PaymentList } from "#features/back-office/payments/components/payment-list.island.tsx";
import { listDeskPaymentsEndpoint } from "#features/back-office/payments/payments.contract.ts";
import { listMethodNames } from "#features/payments/payments.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = deskMetadata("/desk/payments");

/** Payments with their filters. */
export default async function DeskPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const given = filterInAddress(listDeskPaymentsEndpoint, await searchParams);
  return deskPage(async () => {
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.payments")} />
        <PaymentList key={JSON.stringify(given)} methods={listMethodNames(locale)} given={given} />
      </>
    );
  });
}
