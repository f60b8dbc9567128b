"use client";

import { CircleCheck, CircleX, Clock, ReceiptText } from "lucide-react";
import { useTranslations } from "next-intl";
import { Badge, type Tone } from "#components/ui/badge.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ListTail } from "#components/ui/list-tail.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Money } from "#components/ui/money.tsx";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { type AccrualsPage, useAccruals } from "#features/referrals/referrals.client.ts";
import type { ReferralAccrual } from "#features/referrals/referrals.contract.ts";
import type { AccrualState } from "#features/referrals/referrals.rules.ts";
import { formatDay } from "#lib/i18n/formats.ts";
import type { Locale } from "#lib/i18n/locales.ts";

const looks: Readonly<Record<AccrualState, { tone: Tone; icon: typeof Clock }>> = {
  waiting: { tone: "warn", icon: Clock },
  paid: { tone: "good", icon: CircleCheck },
  refused: { tone: "neutral", icon: CircleX },
};

type AccrualListProps = { initial: AccrualsPage; rubPerUsd: number | null; locale: Locale };

/** Purchases of the referrals with the share of each, newest first, a page at a time. */
export function AccrualList({ initial, rubPerUsd, locale }: AccrualListProps) {
  const t = useTranslations("referrals.accruals");
  const query = useAccruals(initial);
  const accruals = query.data.pages.flatMap((page) => page.accruals);
  if (accruals.length === 0) {
    return (
      <EmptyState isFlush icon={<ReceiptText className="size-6" />} title={t("empty")}>
        {t("emptyLead")}
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-line">
        {accruals.map((accrual) => (
          <AccrualRow key={accrual.id} accrual={accrual} rubPerUsd={rubPerUsd} locale={locale} />
        ))}
      </ul>
      <ListTail pages={query} more={t("more")} failure={query.isError ? t("failed") : null} />
    </div>
  );
}

type AccrualRowProps = { accrual: ReferralAccrual; rubPerUsd: number | null; locale: Locale };

function AccrualRow({ accrual, rubPerUsd, locale }: AccrualRowProps) {
  const t = useTranslations("referrals.accruals");
  const { tone, icon: Icon } = looks[accrual.state];
  const timeZone = useTimeZone();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 text-sm first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-0.5">
        <p className="font-medium">{accrual.name}</p>
        <p className="tabular text-muted">
          <Moment at={accrual.createdAt} />
          {" · "}
          {t("spent")} <Money kopecks={accrual.spentKopecks} rubPerUsd={rubPerUsd} />
        </p>
        {accrual.state === "waiting" ? (
          <p className="tabular text-muted">
            {t("due", { day: formatDay(locale, new Date(accrual.dueAt), timeZone) })}
          </p>
        ) : null}
        {accrual.reversedKopecks > 0 ? (
          <p className="text-warn">
            {t("reversed")} <Money kopecks={accrual.reversedKopecks} rubPerUsd={rubPerUsd} />
          </p>
        ) : null}
      </div>
      <div className="flex items-center gap-3">
        <Badge tone={tone} icon={<Icon aria-hidden="true" className="size-3" />}>
          {accrual.stateText}
        </Badge>
        <Money kopecks={accrual.amountKopecks} rubPerUsd={rubPerUsd} className="font-semibold text-base" />
      </div>
    </li>
  );
}
