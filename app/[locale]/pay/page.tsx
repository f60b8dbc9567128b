import { getTranslations } from "next-intl/server";
import { FormFrame } from "#components/layout/page-frame.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { NoScript } from "#features/identity/components/no-script.tsx";
import { demoMailbox } from "#features/identity/identity.loaders.ts";
import { PurchaseLine } from "#features/payments/components/purchase-line.tsx";
import { GuestPaid } from "#features/payments/guests/components/guest-paid.island.tsx";
import { GuestPayForm } from "#features/payments/guests/components/guest-pay-form.island.tsx";
import { loadGuestPay } from "#features/payments/guests/guests.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { gobackPath } from "#lib/http/goback.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = {
  params: Promise<{ locale: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export const generateMetadata = pageMetadata("/pay");

/** Pay before there is an account: for guests with the cookie `payment-test`. `sent`: back from the payment service. */
export default async function GuestPayPage({ params, searchParams }: PageProps) {
  const locale = toLocale((await params).locale);
  const query = await searchParams;
  return guardPage(async () => {
    const page = await loadGuestPay(locale, query);
    const [t, tPay] = await Promise.all([
      getTranslations({ locale, namespace: "payments.guest" }),
      getTranslations({ locale, namespace: "payments.pay" }),
    ]);
    if (query.sent === "1") {
      return (
        <FormFrame title={t("paidTitle")} lead={t("paidLead")}>
          <GuestPaid mailbox={demoMailbox()} />
        </FormFrame>
      );
    }
    return (
      <FormFrame
        title={t("title")}
        lead={t("lead")}
        footer={
          <LocaleLink href={gobackPath("/authorization", page.accountPath)} className="text-link underline">
            {t("haveAccount")}
          </LocaleLink>
        }
      >
        <NoScript />
        {page.purchase ? (
          <div className="mb-6 grid gap-1 border-line border-b pb-5">
            <PurchaseLine purchase={page.purchase} />
            {page.priceKopecks > 0 ? (
              <p className="font-medium">
                <Money kopecks={page.priceKopecks} rubPerUsd={page.rubPerUsd} />
              </p>
            ) : null}
          </div>
        ) : null}
        {page.methods.length === 0 ? (
          <EmptyState isFlush title={tPay("noMethodsTitle")}>
            {t("noMethods")}
          </EmptyState>
        ) : (
          <GuestPayForm
            methods={page.methods}
            quickAmountsKopecks={page.quickAmountsKopecks}
            rubPerUsd={page.rubPerUsd}
            context={page.context}
            priceKopecks={page.priceKopecks}
          />
        )}
      </FormFrame>
    );
  });
}
