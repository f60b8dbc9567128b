"use client";

import { useQuery } from "@tanstack/react-query";
import { useLocale, useTranslations } from "next-intl";
import { Notice } from "#components/ui/notice.tsx";
import { ProgressBar } from "#components/ui/progress-bar.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { Skeleton } from "#components/ui/skeleton.tsx";
import { useTimeZone } from "#components/ui/use-time-zone.ts";
import { LevelTable } from "#features/activations/limits/components/level-table.tsx";
import { NextLevel } from "#features/activations/limits/components/next-level.tsx";
import { accountLimitsQuery } from "#features/activations/limits/limits.client.ts";
import type { AccountLimits } from "#features/activations/limits/limits.contract.ts";
import { ratingRule } from "#features/activations/limits/limits.rules.ts";
import { SettingsCard } from "#features/identity/components/settings-card.tsx";
import { formatMoment, formatNumber } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** How many numbers may wait at once, how many do, the delivery rate behind it, and how to get more. */
export function LimitsCard() {
  const t = useTranslations("activations.limits");
  const ui = useTranslations("ui");
  const { data, error, refetch, isFetching } = useQuery(accountLimitsQuery);
  return (
    <SettingsCard id="settings-limits" title={t("title")} lead={t("lead")}>
      {data ? <Limits limits={data} /> : null}
      {error && !data ? <QueryFailure query={{ error, isFetching, refetch }} /> : null}
      {data || error ? null : (
        <div role="status" aria-label={ui("loading")} className="grid gap-3">
          <Skeleton className="h-10" />
          <Skeleton className="h-24" />
        </div>
      )}
    </SettingsCard>
  );
}

function Limits({ limits }: { limits: AccountLimits }) {
  const t = useTranslations("activations.limits");
  const { openOrders: open, openMax: max, unusedRule, openPrice } = limits;
  return (
    <>
      <Ban limits={limits} />
      <div className="grid gap-2">
        <p className="tabular font-semibold">
          {t("inUse", { open: formatNumber(open), max: formatNumber(max) })}
        </p>
        <ProgressBar share={open / max} label={t("title")} className="max-w-md" />
        {limits.grantedMax === max ? <p className="text-muted text-sm">{t("granted")}</p> : null}
        <p className="max-w-2xl text-sm">{ratingText(t, limits)}</p>
      </div>
      <NextLevel limits={limits} />
      <LevelTable limits={limits} />
      <p className="max-w-2xl text-muted text-sm">
        {t("unused", {
          count: unusedRule.unusedMin,
          minutes: unusedRule.minutes,
          percent: unusedRule.deliveredPercent,
        })}
      </p>
      <p className="max-w-2xl text-muted text-sm">
        {t("openPrice", { percent: openPrice.tolerancePercent, seconds: openPrice.toldSeconds })}
      </p>
    </>
  );
}

function ratingText(t: ReturnType<typeof useTranslations>, limits: AccountLimits): string {
  const { deliveredPercent, finishedCount, windowDays: days } = limits;
  return deliveredPercent === null
    ? t("noRating", { min: ratingRule.finishedMin, shown: formatNumber(finishedCount), days })
    : t("rating", {
        percent: deliveredPercent,
        finished: finishedCount,
        shown: formatNumber(finishedCount),
        days,
      });
}

function Ban({ limits }: { limits: AccountLimits }) {
  const t = useTranslations("activations.limits");
  const locale = localeFromTag(useLocale());
  const timeZone = useTimeZone();
  if (limits.bannedUntil === null) return null;
  const until = formatMoment(locale, new Date(limits.bannedUntil), timeZone);
  return (
    <Notice tone="bad" title={t("banned", { until })}>
      {t(limits.banReason === "unused" ? "bannedUnused" : "bannedStaff")}
    </Notice>
  );
}
