"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { BarLegend, BarPlot, BarReading, barTones } from "#components/ui/bar-plot.tsx";
import { Card } from "#components/ui/card.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import { useMoneyText } from "#features/site/money.client.ts";
import { useMoneyAxis } from "#features/site/money-axis.client.ts";
import {
  axisFor,
  heightOf,
  highestOf,
  type Measure,
  measuresOf,
  type Slot,
  slotsOf,
} from "#features/statistics/users/chart.rules.ts";
import {
  percentText,
  useDayText,
  usePeriodText,
} from "#features/statistics/users/components/figure-texts.tsx";
import type { StatisticsView } from "#features/statistics/users/users.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Bars of every day, or week, of the period. What they show is said in words and stands in the table as numbers. */
export function DayChart({ view }: { view: StatisticsView }) {
  const t = useTranslations("statistics.chart");
  const measures = measuresOf(view.kind);
  const [chosen, setMeasure] = useState<Measure>(measures[0]);
  // Another kind may have no such figure.
  const measure = measures.includes(chosen) ? chosen : measures[0];
  const [pointed, setPointed] = useState<number | null>(null);
  const slots = slotsOf(view.days);
  const shown = pointed === null ? null : (slots[pointed] ?? null);
  return (
    <Card className="grid grid-cols-1 gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base">
          {slots.length < view.days.length ? t("titleWeeks") : t("title")}
        </h2>
        <SegmentedChoice
          label={t("measure")}
          values={measures}
          chosen={measure}
          onChoose={setMeasure}
          textOf={(one) => t(one)}
          wraps
        />
      </div>
      <figure className="grid grid-cols-1 gap-2">
        <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs">
          <Legend measure={measure} />
          <Reading slot={shown} measure={measure} />
        </div>
        <Plot slots={slots} measure={measure} pointed={pointed} onPoint={setPointed} />
        <Summary view={view} slots={slots} measure={measure} />
      </figure>
    </Card>
  );
}

const fills: Readonly<Record<Measure, string>> = {
  purchases: barTones.back.fill,
  orders: barTones.back.fill,
  accounts: barTones.front.fill,
  spent: barTones.front.fill,
  delivery: barTones.front.fill,
};

function Legend({ measure }: { measure: Measure }) {
  const t = useTranslations("statistics.chart");
  const parts =
    measure === "purchases"
      ? [
          { colour: barTones.back.colour, name: t("requests") },
          { colour: barTones.front.colour, name: t("successes") },
        ]
      : [{ colour: barTones[measure === "orders" ? "back" : "front"].colour, name: t(measure) }];
  return <BarLegend parts={parts} />;
}

function useHeightText(): (slot: Slot, measure: Measure) => string {
  const money = useMoneyText();
  return (slot, measure) => {
    if (measure === "spent") return money.both(slot.spentKopecks);
    return measure === "delivery"
      ? percentText(slot.deliveryPercent)
      : formatNumber(heightOf(slot, measure) ?? 0);
  };
}

/** The bar under the pointer in numbers. */
function Reading({ slot, measure }: { slot: Slot | null; measure: Measure }) {
  const t = useTranslations("statistics.chart");
  const periodText = usePeriodText();
  const heightText = useHeightText();
  if (!slot) return null;
  const texts =
    measure === "purchases"
      ? [
          `${t("requests")} ${formatNumber(slot.requests)}`,
          `${t("successes")} ${formatNumber(slot.successes)}`,
        ]
      : [heightText(slot, measure)];
  return <BarReading place={periodText(slot)} texts={texts} />;
}

type PlotProps = {
  slots: readonly Slot[];
  measure: Measure;
  pointed: number | null;
  onPoint: (slot: number | null) => void;
};

/** The bars with their axis. Drawn for the eye only. */
function Plot({ slots, measure, pointed, onPoint }: PlotProps) {
  const dayText = useDayText();
  const axis = useMoneyAxis();
  const [first, last] = [slots[0], slots.at(-1)];
  const lineText = (line: number) => {
    if (measure === "delivery") return `${line}%`;
    return measure === "spent" ? axis.textOf(line) : formatNumber(line);
  };
  const columns = slots.map((slot) => ({
    key: slot.from,
    bars: [
      { height: heightOf(slot, measure) ?? 0, fill: fills[measure] },
      ...(measure === "purchases" ? [{ height: slot.successes, fill: barTones.front.fill }] : []),
    ],
  }));
  return (
    <BarPlot
      columns={columns}
      lines={axisFor(slots, measure, axis.unitKopecks).map((value) => ({ value, text: lineText(value) }))}
      ends={[first ? dayText(first.from) : "", last ? `${dayText(last.to)} (UTC)` : ""]}
      pointed={pointed}
      onPoint={onPoint}
    />
  );
}

/** What the eye takes from the chart, in a sentence. */
function Summary({
  view,
  slots,
  measure,
}: {
  view: StatisticsView;
  slots: readonly Slot[];
  measure: Measure;
}) {
  const t = useTranslations("statistics.chart");
  const dayText = useDayText();
  const periodText = usePeriodText();
  const heightText = useHeightText();
  const highest = highestOf(slots, measure);
  const period = { measure: t(measure), from: dayText(view.from), to: dayText(view.to) };
  return (
    <figcaption className="sr-only">
      {highest
        ? t("summary", { ...period, highest: heightText(highest, measure), when: periodText(highest) })
        : t("summaryEmpty", period)}
    </figcaption>
  );
}
