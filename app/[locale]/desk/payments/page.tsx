import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { deskPage } from "#features/back-office/components/desk-page.tsx";
import { PaymentList } from "#features/back-office/payments/components/payment-list.island.tsx";
import { listMethodNames } from "#features/payments/payments.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = deskMetadata("/desk/payments");

/** Payments with their filters. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return deskPage(async () => {
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("nav.payments")} />
        <PaymentList methods={listMethodNames(locale)} />
      </>
    );
  });
}
