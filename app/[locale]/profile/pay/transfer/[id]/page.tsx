import { getTranslations } from "next-intl/server";
import { askSellers } from "#app/_shop/planned-purchase.ts";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import { PurchaseLine } from "#features/payments/components/purchase-line.tsx";
import { loadTransfer } from "#features/payments/payments.loaders.ts";
import { TransferSteps } from "#features/payments/transfers/components/transfer-steps.island.tsx";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; id: string }> };

export const generateMetadata = pageMetadata("/profile/pay/transfer/[id]");

/** A transfer through the support: how to send it, and what has become of it. */
export default async function TransferPage({ params }: PageProps) {
  const { locale: given, id } = await params;
  const locale = toLocale(given);
  return guardPage(async () => {
    const [t, page] = await Promise.all([
      getTranslations({ locale, namespace: "payments.transfer" }),
      loadTransfer(locale, id, askSellers),
    ]);
    if (!page) {
      pageNotFound();
      return <NotFoundView />;
    }
    return (
      <>
        <PageHeading title={t("title")} />
        <Card className="max-w-2xl p-5 sm:p-6">
          {page.purchase ? (
            <div className="mb-6 border-line border-b pb-5">
              <PurchaseLine purchase={page.purchase} />
            </div>
          ) : null}
          <p className="mb-5 text-muted text-sm">{t("lead")}</p>
          <TransferSteps
            initial={page.payment}
            transfer={page.transfer}
            purchase={page.purchase}
            supportEmail={page.supportEmail}
            details={page.details}
          />
        </Card>
      </>
    );
  });
}
