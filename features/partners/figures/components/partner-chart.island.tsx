"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { BarLegend, BarPlot, BarReading, barTones } from "#components/ui/bar-plot.tsx";
import { Card } from "#components/ui/card.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import type { PartnerFigures } from "#features/partners/figures/partner-figures.contract.ts";
import {
  barHeights,
  barLines,
  barsOf,
  type FigureBar,
  type FigureMeasure,
  figureMeasures,
  highestBar,
} from "#features/partners/figures/partner-figures.rules.ts";
import { useMoneyText } from "#features/site/money.client.ts";
import { useMoneyAxis } from "#features/site/money-axis.client.ts";
import { useDayText, usePeriodText } from "#features/statistics/users/components/figure-texts.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Bars of every day, or week, of the period. What they show is said in words and stands in the table as numbers. */
export function PartnerChart({ view }: { view: PartnerFigures }) {
  const t = useTranslations("partners.figures.chart");
  const [measure, setMeasure] = useState<FigureMeasure>("requests");
  const [pointed, setPointed] = useState<number | null>(null);
  const bars = barsOf(view.days);
  return (
    <Card className="grid grid-cols-1 gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base">
          {bars.length < view.days.length ? t("titleWeeks") : t("title")}
        </h2>
        <SegmentedChoice
          label={t("measure")}
          values={figureMeasures}
          chosen={measure}
          onChoose={setMeasure}
          textOf={(one) => t(`measures.${one}`)}
          wraps
        />
      </div>
      <figure className="grid grid-cols-1 gap-2">
        <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs">
          <Legend measure={measure} />
          <Reading bar={pointed === null ? null : (bars[pointed] ?? null)} measure={measure} />
        </div>
        <Plot bars={bars} measure={measure} pointed={pointed} onPoint={setPointed} />
        <Summary view={view} bars={bars} measure={measure} />
      </figure>
    </Card>
  );
}

/** The parts of a measure, the one at the back first. */
const parts = {
  requests: [
    { ...barTones.back, name: "requests" },
    { ...barTones.front, name: "codes" },
  ],
  earned: [{ ...barTones.front, name: "earned" }],
} as const;

function Legend({ measure }: { measure: FigureMeasure }) {
  const t = useTranslations("partners.figures.chart.parts");
  return <BarLegend parts={parts[measure].map(({ colour, name }) => ({ colour, name: t(name) }))} />;
}

/** A place's figures of a measure as they are written, in the order of its parts. */
function useTexts(): (bar: FigureBar, measure: FigureMeasure) => readonly string[] {
  const money = useMoneyText();
  return (bar, measure) =>
    measure === "earned"
      ? [money.both(bar.earnedKopecks)]
      : [formatNumber(bar.requests), formatNumber(bar.codes)];
}

/** The bars under the pointer in numbers. */
function Reading({ bar, measure }: { bar: FigureBar | null; measure: FigureMeasure }) {
  const t = useTranslations("partners.figures.chart.parts");
  const periodText = usePeriodText();
  const textsOf = useTexts();
  if (!bar) return null;
  const texts = textsOf(bar, measure).map((text, at) => {
    const name = parts[measure][at]?.name;
    return name ? `${t(name)} ${text}` : text;
  });
  return <BarReading place={periodText(bar)} texts={texts} />;
}

type PlotProps = {
  bars: readonly FigureBar[];
  measure: FigureMeasure;
  pointed: number | null;
  onPoint: (bar: number | null) => void;
};

function Plot({ bars, measure, pointed, onPoint }: PlotProps) {
  const dayText = useDayText();
  const axis = useMoneyAxis();
  const [first, last] = [bars[0], bars.at(-1)];
  const lineText = (line: number) => (measure === "earned" ? axis.textOf(line) : formatNumber(line));
  const columns = bars.map((bar) => ({
    key: bar.from,
    bars: barHeights(bar, measure).map((height, at) => ({
      height,
      fill: parts[measure][at]?.fill ?? barTones.front.fill,
    })),
  }));
  return (
    <BarPlot
      columns={columns}
      lines={barLines(bars, measure, axis.unitKopecks).map((value) => ({ value, text: lineText(value) }))}
      ends={[first ? dayText(first.from) : "", last ? `${dayText(last.to)} (UTC)` : ""]}
      pointed={pointed}
      onPoint={onPoint}
    />
  );
}

type SummaryProps = { view: PartnerFigures; bars: readonly FigureBar[]; measure: FigureMeasure };

/** What the eye takes from the chart, in a sentence. */
function Summary({ view, bars, measure }: SummaryProps) {
  const t = useTranslations("statistics.chart");
  const names = useTranslations("partners.figures.chart.measures");
  const dayText = useDayText();
  const periodText = usePeriodText();
  const textsOf = useTexts();
  const highest = highestBar(bars, measure);
  const period = { measure: names(measure), from: dayText(view.from), to: dayText(view.to) };
  return (
    <figcaption className="sr-only">
      {highest
        ? t("summary", { ...period, highest: textsOf(highest, measure)[0] ?? "", when: periodText(highest) })
        : t("summaryEmpty", period)}
    </figcaption>
  );
}
