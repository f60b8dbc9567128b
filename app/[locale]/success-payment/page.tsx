import { getTranslations, setRequestLocale } from "next-intl/server";
import { askSellers } from "#app/_shop/planned-purchase.ts";
import { MessagePage } from "#components/layout/message-page.tsx";
import { PageFrame } from "#components/layout/page-frame.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { PaymentResult } from "#features/payments/components/payment-result.island.tsx";
import { loadPayment } from "#features/payments/payments.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/success-payment");

/** Where payment services send the payer back to; says "successful" only when the money is on the balance. */
export default async function SuccessPaymentPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  setRequestLocale(locale);
  return guardPage(async () => {
    const [t, { payment, purchase, supportEmail }] = await Promise.all([
      getTranslations({ locale, namespace: "payments.success" }),
      loadPayment(locale, await searchParams, askSellers),
    ]);
    if (!payment) {
      return (
        <MessagePage
          title={t("missing")}
          action={
            <LocaleLink href="/profile/pay" className={buttonClasses("accent", "lg")}>
              {t("again")}
            </LocaleLink>
          }
        >
          {t("missingLead")}
        </MessagePage>
      );
    }
    return (
      <PageFrame className="grid justify-items-center lg:py-16">
        <Card className="w-full max-w-xl px-5 py-10 sm:px-8">
          <PaymentResult initial={payment} purchase={purchase} supportEmail={supportEmail} />
        </Card>
      </PageFrame>
    );
  });
}
