"use client";

import { Gift } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { Money } from "#components/ui/money.tsx";
import { usePaidWeeks } from "#features/loyalty/loyalty.client.ts";
import type { PaidWeeks as PaidWeeksPage, PaidWeekView } from "#features/loyalty/loyalty.contract.ts";
import { percentText } from "#features/loyalty/weeks/weeks.rules.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";

type PaidWeeksProps = { initial: PaidWeeksPage; rubPerUsd: number | null; locale: Locale };

/** The weeks that were paid, newest first, a page at a time. */
export function PaidWeeks({ initial, rubPerUsd, locale }: PaidWeeksProps) {
  const t = useTranslations("loyalty.history");
  const query = usePaidWeeks(initial);
  const weeks = query.data.pages.flatMap((page) => page.weeks);
  if (weeks.length === 0) {
    return (
      <EmptyState isFlush icon={<Gift className="size-6" />} title={t("empty")}>
        {t("emptyLead")}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      <div className="hidden grid-cols-[1fr_9rem_11rem] gap-4 text-muted text-sm sm:grid" aria-hidden="true">
        <span>{t("week")}</span>
        <span className="text-right">{t("total")}</span>
        <span className="text-right">{t("cashback")}</span>
      </div>
      <ul className="grid">
        {weeks.map((week) => (
          <PaidWeek key={week.week} week={week} rubPerUsd={rubPerUsd} locale={locale} />
        ))}
      </ul>
      <ListTail pages={query} more={t("more")} failure={query.isFetchNextPageError ? t("failed") : null} />
    </div>
  );
}

function PaidWeek({ week, rubPerUsd, locale }: Omit<PaidWeeksProps, "initial"> & { week: PaidWeekView }) {
  const t = useTranslations("loyalty.history");
  const from = formatDay(locale, new Date(week.startsAt), "UTC");
  const to = formatDay(locale, new Date(Date.parse(week.endsAt) - 1), "UTC");
  return (
    <li className="grid gap-x-4 gap-y-1 border-line border-t py-3 text-sm sm:grid-cols-[1fr_9rem_11rem] sm:items-baseline">
      <span className="tabular font-medium">{t("period", { from, to })}</span>
      <span className="flex justify-between gap-2 sm:block sm:text-right">
        <span className="text-muted sm:sr-only">{t("total")}</span>
        <Money kopecks={week.totalKopecks} rubPerUsd={rubPerUsd} className="justify-end" />
      </span>
      <span className="flex items-baseline justify-between gap-2 sm:justify-end">
        <span className="text-muted sm:sr-only">{t("cashback")}</span>
        <span className="flex items-baseline gap-2">
          <Badge>{percentText(week.cashbackBp)}%</Badge>
          <Money
            kopecks={week.cashbackKopecks}
            rubPerUsd={rubPerUsd}
            className="justify-end font-semibold text-good"
          />
        </span>
      </span>
      {week.returnedKopecks > 0 ? (
        <span className="text-warn sm:col-span-3">
          {t.rich("returned", {
            amount: () => <Money kopecks={week.returnedKopecks} rubPerUsd={rubPerUsd} />,
          })}
        </span>
      ) : null}
    </li>
  );
}
