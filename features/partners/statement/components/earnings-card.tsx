import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import type { EarningSums } from "#features/partners/statement/partner-statement.contract.ts";

/** What can be withdrawn, what is not available yet and when the next of it is, what is kept for withdrawals, what is owed. */
export function EarningsCard({ sums }: { sums: EarningSums }) {
  const t = useTranslations("partners.earnings");
  const { availableKopecks, pendingKopecks, heldKopecks, owedKopecks, nextAvailableAt } = sums;
  return (
    <Card className="grid gap-4 p-5 sm:p-6">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        <div className="max-lg:col-span-2">
          <dt className="text-muted text-sm">{t("available")}</dt>
          <dd className="font-bold text-2xl">
            <RatedMoney kopecks={availableKopecks} />
          </dd>
        </div>
        <Sum name={t("pending")} amountKopecks={pendingKopecks}>
          {nextAvailableAt ? (
            <>
              {t("next")} <Moment at={nextAvailableAt} />
            </>
          ) : null}
        </Sum>
        <Sum name={t("held")} amountKopecks={heldKopecks} />
        <Sum name={t("owed")} amountKopecks={owedKopecks}>
          {owedKopecks > 0 ? t("owedText") : null}
        </Sum>
      </dl>
      <LocaleLink
        href="/partner/withdrawal-funds"
        className={`${buttonClasses("accent")} justify-self-start`}
      >
        {t("withdraw")}
      </LocaleLink>
    </Card>
  );
}

type SumProps = { name: string; amountKopecks: number; children?: ReactNode };

function Sum({ name, amountKopecks, children }: SumProps) {
  return (
    <div>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="font-semibold">
        <RatedMoney kopecks={amountKopecks} />
      </dd>
      {children ? <dd className="text-muted text-xs">{children}</dd> : null}
    </div>
  );
}
