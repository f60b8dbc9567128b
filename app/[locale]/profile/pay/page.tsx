import { getTranslations } from "next-intl/server";
import { askSellers } from "#app/_shop/planned-purchase.ts";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { BonusPreview } from "#features/loyalty/components/bonus-preview.island.tsx";
import { PurchaseLine } from "#features/payments/components/purchase-line.tsx";
import { PaymentList } from "#features/payments/listing/payment-list.island.tsx";
import { PayForm } from "#features/payments/pay-form/pay-form.island.tsx";
import { loadTopUp } from "#features/payments/payments.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/profile/pay");

/** Top up the balance. `service` and `country`, or `planned`, name the purchase that the buyer comes from and goes back to. */
export default async function PayPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, tList, page] = await Promise.all([
      getTranslations({ locale, namespace: "payments.pay" }),
      getTranslations({ locale, namespace: "payments.list" }),
      loadTopUp(locale, await searchParams, askSellers),
    ]);
    const missing = page.missing?.missingKopecks ?? 0;
    return (
      <>
        <PageHeading title={t("title")} />
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,40rem)_minmax(18rem,1fr)]">
          <Card className="p-5 sm:p-6">
            {page.debtKopecks > 0 ? (
              <Notice
                tone="warn"
                title={t.rich("debt", {
                  amount: () => <Money kopecks={page.debtKopecks} rubPerUsd={page.rubPerUsd} />,
                })}
                className="mb-6"
              >
                {t("debtLead")}
              </Notice>
            ) : null}
            {page.purchase ? (
              <div className="mb-6 grid gap-1 border-line border-b pb-5">
                <PurchaseLine purchase={page.purchase} />
                {page.missing ? (
                  <p className="font-medium">
                    {t.rich(page.purchase.kind === "number" ? "missing" : "missingForPurchase", {
                      amount: () => <Money kopecks={missing} rubPerUsd={page.rubPerUsd} />,
                    })}
                  </p>
                ) : null}
                <p className="text-muted text-sm">{t("purchase")}</p>
              </div>
            ) : null}
            {page.methods.length === 0 ? (
              <EmptyState isFlush title={t("noMethodsTitle")}>
                {t("noMethods")}
              </EmptyState>
            ) : (
              <PayForm
                methods={page.methods}
                quickAmountsKopecks={page.quickAmountsKopecks}
                rubPerUsd={page.rubPerUsd}
                context={page.context}
                missingKopecks={missing}
                coupon={page.coupon}
                bonusPreview={<BonusPreview />}
              />
            )}
          </Card>
          <Card className="p-5 sm:p-6">
            <h2 className="mb-2 font-semibold text-lg">{tList("title")}</h2>
            <PaymentList initial={page.recent} />
          </Card>
        </div>
      </>
    );
  });
}
