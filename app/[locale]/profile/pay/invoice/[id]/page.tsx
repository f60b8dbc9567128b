import { getTranslations } from "next-intl/server";
import { askSellers } from "#app/_shop/planned-purchase.ts";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import { PurchaseLine } from "#features/payments/components/purchase-line.tsx";
import { InvoiceScreen } from "#features/payments/invoice/components/invoice-screen.island.tsx";
import { loadInvoice } from "#features/payments/invoice/invoice.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { NotFoundView } from "#features/site/components/not-found-view.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { pageNotFound } from "#lib/http/page-response.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string; id: string }> };

export const generateMetadata = pageMetadata("/profile/pay/invoice/[id]");

/** A Tether invoice of our own: what to send and where, and what has become of it. */
export default async function InvoicePage({ params }: PageProps) {
  const { locale: given, id } = await params;
  const locale = toLocale(given);
  return guardPage(async () => {
    const [t, page] = await Promise.all([
      getTranslations({ locale, namespace: "payments.invoice" }),
      loadInvoice(locale, id, askSellers),
    ]);
    if (!page) {
      pageNotFound();
      return <NotFoundView />;
    }
    const { invoice, purchase, qr } = page;
    return (
      <>
        <PageHeading title={t("title")} />
        <Card className="max-w-2xl p-5 sm:p-6">
          {purchase ? (
            <div className="mb-6 border-line border-b pb-5">
              <PurchaseLine purchase={purchase} />
            </div>
          ) : null}
          <InvoiceScreen initial={invoice} qr={qr} purchase={purchase} />
        </Card>
      </>
    );
  });
}
