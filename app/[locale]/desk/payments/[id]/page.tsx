import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { deskMetadata } from "#features/back-office/back-office.loaders.ts";
import { DeskNothing, deskPage } from "#features/back-office/components/desk-page.tsx";
import { PaymentPage } from "#features/back-office/payments/components/payment-page.island.tsx";
import { listMethodNames } from "#features/payments/payments.loaders.ts";
import { isPermitted } from "#lib/api/actor.ts";
import { readId } from "#lib/api/id-text.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; id: string }> };

export const generateMetadata = deskMetadata("/desk/payments/[id]");

/** One payment. */
export default async function DeskPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  const id = readId((await params).id);
  return deskPage(async (staff) => {
    if (id === null) return <DeskNothing />;
    const t = await getTranslations({ locale, namespace: "backOffice" });
    return (
      <>
        <PageHeading title={t("paymentNumber", { id })} />
        <PaymentPage
          id={id}
          methods={listMethodNames(locale)}
          mayRefund={isPermitted(staff.permission, "money")}
        />
      </>
    );
  });
}
