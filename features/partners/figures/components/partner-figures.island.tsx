"use client";

import { ChartColumn } from "lucide-react";
import { useTranslations } from "next-intl";
import { Card } from "#components/ui/card.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { RatedMoney } from "#components/ui/rated-money.island.tsx";
import { PartnerChart } from "#features/partners/figures/components/partner-chart.island.tsx";
import { PartnerTable } from "#features/partners/figures/components/partner-table.island.tsx";
import { useFiguresChoice, usePartnerFigures } from "#features/partners/figures/partner-figures.client.ts";
import type { PartnerCounts, PartnerFigures } from "#features/partners/figures/partner-figures.contract.ts";
import type { FiguresChoice } from "#features/partners/figures/partner-figures.rules.ts";
import { suppliedExtents } from "#features/statistics/supplied/supplied.rules.ts";
import { waitText } from "#features/statistics/users/components/figure-texts.tsx";
import { counted, Tile } from "#features/statistics/users/components/figure-tiles.tsx";
import { FiguresFrame } from "#features/statistics/users/components/figures-frame.tsx";
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
  return (
    <div className="grid grid-cols-1 gap-4">
      <FiguresFrame
        choice={choice}
        onChange={change}
        kinds={suppliedExtents}
        initial={initial}
        query={figures}
        texts={{ failed: t("failed"), failedText: t("failedText"), loading: t("loading") }}
      >
        {(view) =>
          view.total.requests === 0 ? (
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
          )
        }
      </FiguresFrame>
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
