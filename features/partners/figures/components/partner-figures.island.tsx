"use client";

import { ChartColumn } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ListSkeleton } from "#components/layout/list-skeleton.tsx";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { QueryFailure } from "#components/ui/query-failure.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { PartnerChart } from "#features/partners/figures/components/partner-chart.island.tsx";
import { PartnerTable } from "#features/partners/figures/components/partner-table.island.tsx";
import { useFiguresChoice, usePartnerFigures } from "#features/partners/figures/partner-figures.client.ts";
import type { PartnerCounts, PartnerFigures } from "#features/partners/figures/partner-figures.contract.ts";
import type { FiguresChoice } from "#features/partners/figures/partner-figures.rules.ts";
import { waitText } from "#features/statistics/users/components/figure-texts.tsx";
import { counted } from "#features/statistics/users/components/figure-tiles.tsx";
import { KindChoice, PeriodChoice } from "#features/statistics/users/components/period-choice.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

type FiguresProps = {
  /** As the address had it. */
  choice: FiguresChoice;
  /** Its figures, as the page was rendered. */
  initial: PartnerFigures;
};

/** What became of a partner's numbers in a period: figures, chart, table. */
export function PartnerStatistics({ choice: initialChoice, initial }: FiguresProps) {
  const t = useTranslations("partners.figures");
  const [choice, change] = useFiguresChoice(initialChoice);
  const figures = usePartnerFigures(choice, initialChoice, initial);
  const view = figures.data;
  const shown = { from: (view ?? initial).from, to: (view ?? initial).to };
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <PeriodChoice choice={choice} shown={shown} onChange={change} />
        <KindChoice kind={choice.kind} onChange={(kind) => change({ kind })} />
      </div>
      {figures.isError ? (
        <Card>
          <QueryFailure query={figures} title={t("failed")}>
            <p>{t("failedText")}</p>
          </QueryFailure>
        </Card>
      ) : null}
      {view && !figures.isError ? (
        <div
          aria-busy={figures.isPlaceholderData}
          className={cx("grid grid-cols-1 gap-4", figures.isPlaceholderData && "opacity-60")}
        >
          {view.total.requests === 0 ? (
            <Card>
              <EmptyState icon={<ChartColumn className="size-6" />} title={t("empty.title")}>
                {t("empty.text")}
              </EmptyState>
            </Card>
          ) : (
            <>
              <Tiles total={view.total} />
              <PartnerChart view={view} />
              <PartnerTable view={view} by={choice.by} onBy={(by) => change({ by })} />
            </>
          )}
        </div>
      ) : null}
      {!view && !figures.isError ? (
        <Card>
          <ListSkeleton rows={8} label={t("loading")} />
        </Card>
      ) : null}
    </div>
  );
}

/** The period as a whole. */
function Tiles({ total }: { total: PartnerCounts }) {
  const t = useTranslations("partners.figures.tiles");
  const time = useTranslations("statistics.time");
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
      <Tile name={t("requests")} value={formatNumber(total.requests)}>
        {total.waiting > 0 ? t("waiting", counted(total.waiting)) : null}
      </Tile>
      <Tile name={t("codes")} value={formatNumber(total.codes)}>
        {t("sms", counted(total.sms))}
      </Tile>
      <Tile name={t("cancelled")} value={formatNumber(total.cancelled)}>
        {total.reported > 0 ? t("reported", counted(total.reported)) : null}
      </Tile>
      <Tile name={t("median")} value={waitText(time, total.medianSeconds)}>
        {total.medianSeconds === null ? null : t("medianDetail")}
      </Tile>
      <Tile
        name={t("earned")}
        value={<RatedMoney kopecks={total.earnedKopecks} />}
        className="max-sm:col-span-2"
      />
    </dl>
  );
}

type TileProps = { name: string; value: ReactNode; className?: string; children?: ReactNode };

function Tile({ name, value, className, children }: TileProps) {
  return (
    // The card itself is the group: a definition list holds its terms at most one element deep.
    <Card className={cx("grid content-start gap-0.5 px-4 py-3", className)}>
      <dt className="text-muted text-sm">{name}</dt>
      <dd className="tabular font-semibold text-lg lg:text-xl">{value}</dd>
      <dd className="min-h-4 text-muted text-xs">{children}</dd>
    </Card>
  );
}
