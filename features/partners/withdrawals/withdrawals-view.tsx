import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeading } from "#components/layout/page-frame.tsx";
import { Card } from "#components/ui/card.tsx";
import type { PartnerWithdrawals } from "#features/partners/withdrawals/partner-withdrawals.loaders.ts";
import { WithdrawalSums } from "#features/partners/withdrawals/withdrawal-sums.island.tsx";
import { ShareForm } from "#features/payments/withdrawals/components/share-form.island.tsx";
import { WithdrawalList } from "#features/payments/withdrawals/components/withdrawal-list.island.tsx";
import type { Locale } from "#lib/i18n/locales.ts";

type WithdrawalsViewProps = PartnerWithdrawals & { locale: Locale };

/** The cabinet's page of withdrawals: the sums, the form, and what became of earlier requests. */
export function WithdrawalsView({ withdrawals: { options, page }, earnings, locale }: WithdrawalsViewProps) {
  const t = useTranslations("partners.withdrawals");
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")} />
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-6 xl:order-2">
          <WithdrawalSums
            initial={options}
            pendingKopecks={earnings.pendingKopecks}
            owedKopecks={earnings.owedKopecks}
          />
          <Part id="request" title={t("request")}>
            <ShareForm initial={options} detailed />
          </Part>
        </div>
        <Part id="requests" title={t("requests")}>
          <WithdrawalList source="partner" initial={page} locale={locale} filtered />
        </Part>
      </div>
    </>
  );
}

type PartProps = { id: string; title: string; children: ReactNode };

function Part({ id, title, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="min-w-0">
      <Card className="grid gap-5 p-5 sm:p-6">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {children}
      </Card>
    </section>
  );
}
