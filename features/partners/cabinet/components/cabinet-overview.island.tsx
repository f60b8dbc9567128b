"use client";

import { CircleCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Badge } from "#components/ui/badge.tsx";
import { Card } from "#components/ui/card.tsx";
import { Moment } from "#components/ui/moment.island.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { useCabinetOverview } from "#features/partners/cabinet/cabinet.client.ts";
import type { CabinetOverview as Overview } from "#features/partners/cabinet/cabinet.contract.ts";
import { ProgramKey } from "#features/partners/cabinet/components/program-key.island.tsx";
import { formatMoment, formatNumber } from "#lib/i18n/formats.ts";
import { localeFromTag } from "#lib/i18n/locales.ts";

/** The partner's numbers in figures of this moment, what to mend, and the program's key. */
export function CabinetOverview({ initial }: { initial: Overview }) {
  const t = useTranslations("partners.cabinet.overview");
  const { data: overview, isError } = useCabinetOverview(initial);
  const { counts } = overview;
  return (
    <div className="grid grid-cols-1 gap-6">
      {isError ? (
        <Notice tone="warn" live>
          {t("stale")}
        </Notice>
      ) : null}
      <Problems overview={overview} />
      <div className="grid gap-3">
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Tile name={t("onLine")} value={formatNumber(counts.onLineCount)}>
            {t("ports", { count: counts.portsCount, shown: formatNumber(counts.portsCount) })}
          </Tile>
          <Tile name={t("onSale")} value={formatNumber(counts.onSaleCount)}>
            {counts.heldCount > 0
              ? t("held", { count: counts.heldCount, shown: formatNumber(counts.heldCount) })
              : null}
          </Tile>
          <Tile name={t("lent")} value={formatNumber(counts.lentCount)} />
          <Tile name={t("codes")} value={formatNumber(overview.smsLastHourCount)}>
            {t("codesWhen")}
          </Tile>
        </dl>
        <dl className="grid gap-3 sm:grid-cols-3">
          <Tile name={t("earnedToday")} value={<RatedMoney kopecks={overview.earnings.todayKopecks} />} />
          <Tile name={t("pending")} value={<RatedMoney kopecks={overview.earnings.pendingKopecks} />} />
          <Tile name={t("available")} value={<RatedMoney kopecks={overview.earnings.availableKopecks} />} />
        </dl>
      </div>
      <ProgramKey oldKeyUntil={overview.oldKeyUntil} isEnded={overview.state === "ended"} />
    </div>
  );
}

function Tile({ name, value, children }: { name: string; value: ReactNode; children?: ReactNode }) {
  return (
    <Card className="grid content-start gap-1 p-4">
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular font-semibold text-2xl">{value}</dd>
      {children ? <dd className="text-muted text-xs">{children}</dd> : null}
    </Card>
  );
}

const isSevere = new Set<string>(["ended", "paused", "penalty", "never-called", "silent"]);

/** How it stands in a word, and what to mend with how. */
function Problems({ overview }: { overview: Overview }) {
  const t = useTranslations("partners.cabinet.overview");
  const locale = localeFromTag(useLocale());
  const moment = (at: string) => formatMoment(locale, new Date(at), "UTC");
  const { problems, lastCallAt } = overview;
  return (
    <section aria-labelledby="health" className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="health" className="font-semibold text-lg">
          {t("health")}
        </h2>
        {overview.isSelling ? (
          <Badge tone="good" icon={<CircleCheck aria-hidden="true" className="size-3" />}>
            {t("selling")}
          </Badge>
        ) : (
          <Badge tone="warn">{t("notSelling")}</Badge>
        )}
        <p className="text-muted text-sm">
          {lastCallAt === null
            ? t("neverCalled")
            : t.rich("lastCall", { moment: () => <Moment at={lastCallAt} zone="UTC" /> })}
        </p>
      </div>
      {problems.length === 0 && overview.isSelling ? (
        <p className="text-muted text-sm">{t("nothingToMend")}</p>
      ) : null}
      {problems.map(({ kind, count = 0, until }) => (
        <Notice key={kind} tone={isSevere.has(kind) ? "bad" : "warn"} title={t(`problems.${kind}.title`)}>
          {t(`problems.${kind}.text`, {
            count,
            shown: formatNumber(count),
            until: until ? moment(until) : "",
          })}
        </Notice>
      ))}
    </section>
  );
}
