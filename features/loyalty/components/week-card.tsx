import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { buttonClasses } from "#components/ui/button.tsx";
import { Card } from "#components/ui/card.tsx";
import { LocaleLink } from "#components/ui/locale-link.tsx";
import { Money } from "#components/ui/money.tsx";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import type { LoyaltyView } from "#features/loyalty/loyalty.contract.ts";
import { percentText } from "#features/loyalty/weeks/weeks.rules.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type WeekCardProps = { loyalty: LoyaltyView; rubPerUsd: number | null; locale: Locale };

/** This week: what was topped up, the rank, what it would bring, and the way to the next rank. */
export async function WeekCard({ loyalty, rubPerUsd, locale }: WeekCardProps) {
  const t = await getTranslations({ locale, namespace: "loyalty.page" });
  const { next, rank, totalKopecks } = loyalty;
  const day = (at: string, shiftMs = 0) => formatDay(locale, new Date(Date.parse(at) + shiftMs), "UTC");
  const amount = (kopecks: number) => () => (
    <Money kopecks={kopecks} rubPerUsd={rubPerUsd} className="font-semibold" />
  );
  return (
    <Card className="grid gap-6 p-5 sm:p-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="font-semibold text-lg">{t("thisWeek")}</h2>
        <p className="tabular text-muted text-sm">
          {t("period", { from: day(loyalty.startsAt), to: day(loyalty.endsAt, -1) })}
        </p>
      </div>
      <dl className="grid gap-5 sm:grid-cols-2">
        <Figure label={t("total")}>
          <Money kopecks={totalKopecks} rubPerUsd={rubPerUsd} className="font-semibold text-xl" />
        </Figure>
        <Figure label={t("predicted")}>
          <Money kopecks={loyalty.predictedKopecks} rubPerUsd={rubPerUsd} className="font-semibold text-xl" />
          <span className="block text-muted text-sm">{t("paidOn", { day: day(loyalty.endsAt) })}</span>
        </Figure>
      </dl>
      <div className="grid gap-2">
        <p className="flex flex-wrap items-center gap-2">
          {rank === 0 ? (
            <span className="font-semibold text-lg text-muted">{t("noRank")}</span>
          ) : (
            <>
              <span className="font-semibold text-lg">{t("rankNumber", { rank })}</span>
              <Badge tone="accent">{t("percent", { percent: percentText(loyalty.cashbackBp) })}</Badge>
            </>
          )}
        </p>
        <ProgressBar
          share={next ? totalKopecks / next.fromKopecks : 1}
          label={t("progress")}
          className="w-full"
        />
        <p className="text-sm">
          {next
            ? t.rich("next", {
                amount: amount(next.missingKopecks),
                rank: rank + 1,
                percent: percentText(next.cashbackBp),
              })
            : t("top")}
        </p>
      </div>
      <div>
        <LocaleLink href="/profile/pay" className={buttonClasses("accent", "lg", "w-full sm:w-auto")}>
          {t("topUp")}
        </LocaleLink>
      </div>
    </Card>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-muted text-sm">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
