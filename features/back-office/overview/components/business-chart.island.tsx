"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { BarLegend, BarPlot, BarReading, barTones } from "#components/ui/bar-plot.tsx";
import { Card } from "#components/ui/card.tsx";
import { displayRoubles } from "#components/ui/money.tsx";
import { SegmentedChoice } from "#components/ui/segmented.tsx";
import type { Business } from "#features/back-office/overview/business.contract.ts";
import {
  type BusinessMeasure,
  heightsOf,
  highestDayOf,
  linesOf,
  measuresOf,
} from "#features/back-office/overview/business-chart.rules.ts";
import { DayTable } from "#features/back-office/overview/components/business-table.tsx";
import { percentText, useDayText } from "#features/statistics/users/components/figure-texts.tsx";
import { formatNumber } from "#lib/i18n/formats.ts";

type Day = Business["days"][number];

/** Bars of the last 30 days, and the same in numbers. */
export function BusinessChart({ days }: { days: readonly Day[] }) {
  const t = useTranslations("backOffice.overview.business.chart");
  const [measure, setMeasure] = useState<BusinessMeasure>("placed");
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <Card className="grid grid-cols-1 gap-4 overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-3 px-4 pt-4">
        <h2 className="font-semibold text-base">{t("title")}</h2>
        <SegmentedChoice
          label={t("measure")}
          values={measuresOf(days)}
          chosen={measure}
          onChoose={setMeasure}
          textOf={(one) => t(`measures.${one}`)}
          wraps
        />
      </div>
      <figure className="grid grid-cols-1 gap-2 px-4">
        <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-1 text-xs">
          <Legend measure={measure} />
          <Reading day={pointed === null ? null : (days[pointed] ?? null)} measure={measure} />
        </div>
        <Plot days={days} measure={measure} pointed={pointed} onPoint={setPointed} />
        <Summary days={days} measure={measure} />
      </figure>
      <DayTable days={days} />
    </Card>
  );
}

/** The parts of a measure, the one at the back first. */
const parts = {
  placed: [
    { ...barTones.back, name: "placed" },
    { ...barTones.front, name: "delivered" },
  ],
  revenue: [
    { ...barTones.back, name: "revenue" },
    { ...barTones.front, name: "margin" },
  ],
  delivery: [{ ...barTones.front, name: "delivery" }],
} as const;

function Legend({ measure }: { measure: BusinessMeasure }) {
  const t = useTranslations("backOffice.overview.business.chart.parts");
  return <BarLegend parts={parts[measure].map(({ colour, name }) => ({ colour, name: t(name) }))} />;
}

/** A day's figures of a measure as they are written, in the order of its parts. */
function textsOf(day: Day, measure: BusinessMeasure): readonly string[] {
  if (measure === "delivery") return [percentText(day.deliveryPercent)];
  if (measure === "placed") return [formatNumber(day.placed), formatNumber(day.delivered)];
  return [displayRoubles(day.money?.revenueKopecks ?? 0), displayRoubles(day.money?.marginKopecks ?? 0)];
}

/** The bars under the pointer in numbers. */
function Reading({ day, measure }: { day: Day | null; measure: BusinessMeasure }) {
  const t = useTranslations("backOffice.overview.business.chart.parts");
  const dayText = useDayText();
  if (!day) return null;
  const texts = textsOf(day, measure).map((text, at) => {
    const name = parts[measure][at]?.name;
    return name ? `${t(name)} ${text}` : text;
  });
  return <BarReading place={dayText(day.day)} texts={texts} />;
}

type PlotProps = {
  days: readonly Day[];
  measure: BusinessMeasure;
  pointed: number | null;
  onPoint: (day: number | null) => void;
};

function Plot({ days, measure, pointed, onPoint }: PlotProps) {
  const dayText = useDayText();
  const [first, last] = [days[0], days.at(-1)];
  const lineText = (line: number) => {
    if (measure === "delivery") return `${line}%`;
    return measure === "revenue" ? `${formatNumber(line / 100)}\u00a0₽` : formatNumber(line);
  };
  const columns = days.map((day) => ({
    key: day.day,
    bars: heightsOf(day, measure).map((height, at) => ({
      height,
      fill: parts[measure][at]?.fill ?? barTones.front.fill,
    })),
  }));
  return (
    <BarPlot
      columns={columns}
      lines={linesOf(days, measure).map((value) => ({ value, text: lineText(value) }))}
      ends={[first ? dayText(first.day) : "", last ? `${dayText(last.day)} (UTC)` : ""]}
      pointed={pointed}
      onPoint={onPoint}
    />
  );
}

/** What the eye takes from the chart, in a sentence. */
function Summary({ days, measure }: { days: readonly Day[]; measure: BusinessMeasure }) {
  const t = useTranslations("backOffice.overview.business.chart");
  const dayText = useDayText();
  const highest = highestDayOf(days, measure);
  const name = t(`measures.${measure}`);
  return (
    <figcaption className="sr-only">
      {highest
        ? t("summary", {
            measure: name,
            highest: textsOf(highest, measure)[0] ?? "",
            day: dayText(highest.day),
          })
        : t("summaryEmpty", { measure: name })}
    </figcaption>
  );
}
