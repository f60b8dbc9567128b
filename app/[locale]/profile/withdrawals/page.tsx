import { getTranslations } from "next-intl/server";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import { UnusedTopUps } from "#features/payments/withdrawals/components/unused-top-ups.island.tsx";
import { WithdrawalList } from "#features/payments/withdrawals/components/withdrawal-list.island.tsx";
import { loadWithdrawals } from "#features/payments/withdrawals/withdrawals.loaders.ts";
import { guardPage } from "#features/site/components/guard-page.tsx";
import { pageMetadata } from "#features/site/site.loaders.ts";
import { toLocale } from "#lib/i18n/locales.ts";

type PageProps = { params: Promise<{ locale: string }> };

export const generateMetadata = pageMetadata("/profile/withdrawals");

/** Unused top-ups back to where they came from, and what became of earlier requests. */
export default async function WithdrawalsPage({ params }: PageProps) {
  const locale = toLocale((await params).locale);
  return guardPage(async () => {
    const [t, { options, page, supportEmail }] = await Promise.all([
      getTranslations({ locale, namespace: "payments.withdrawals.page" }),
      loadWithdrawals(locale, "top_up"),
    ]);
    return (
      <>
        <PageHeading title={t("title")} />
        <div className="grid max-w-3xl gap-6">
          <section aria-labelledby="unused">
            <Card className="p-5 sm:p-6">
              <h2 id="unused" className="mb-4 font-semibold text-lg">
                {t("unused")}
              </h2>
              <UnusedTopUps initial={options} locale={locale} supportEmail={supportEmail} />
            </Card>
          </section>
          <section aria-labelledby="withdrawals">
            <Card className="p-5 sm:p-6">
              <h2 id="withdrawals" className="mb-4 font-semibold text-lg">
                {t("requests")}
              </h2>
              <WithdrawalList source="top_up" initial={page} locale={locale} />
            </Card>
          </section>
        </div>
      </>
    );
  });
}
