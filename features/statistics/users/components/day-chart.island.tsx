"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Card } from "#components/ui/card.tsx";
import { cx } from "#components/ui/class-names.ts";
import { Segment, segmentedClasses } from "#components/ui/segmented.tsx";
import {
  axisFor,
  heightOf,
  highestOf,
  type Measure,
  measures,
  type Slot,
  slotsOf,
} from "#features/statistics/users/chart.rules.ts";
import { percentText, spentText, useDayText } from "#features/statistics/users/components/figure-texts.tsx";
import type { StatisticsView } from "#features/statistics/users/users.contract.ts";
import { formatNumber } from "#lib/i18n/formats.ts";

/** Bars of every day, or week, of the period. What they show is said in words and stands in the table as numbers. */
export function DayChart({ view }: { view: StatisticsView }) {
  const t = useTranslations("statistics.chart");
  const [measure, setMeasure] = useState<Measure>("purchases");
  const [pointed, setPointed] = useState<number | null>(null);
  const slots = slotsOf(view.days);
  const shown = pointed === null ? null : (slots[pointed] ?? null);
  return (
    <Card className="grid grid-cols-1 gap-4 p-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-semibold text-base">
          {slots.length < view.days.length ? t("titleWeeks") : t("title")}
        </h2>
        <fieldset
          aria-label={t("measure")}
          className={cx(segmentedClasses, "max-sm:w-full max-sm:flex-wrap")}
        >
          {measures.map((one) => (
            <Segment
              key={one}
              chosen={measure === one}
              className="whitespace-nowrap max-sm:flex-auto max-sm:px-2"
              onClick={() => setMeasure(one)}
            >
              {t(one)}
            </Segment>
          ))}
        </fieldset>
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
  purchases: "fill-line-strong",
  spent: "fill-link",
  delivery: "fill-link",
};

function Legend({ measure }: { measure: Measure }) {
  const t = useTranslations("statistics.chart");
  const parts =
    measure === "purchases"
      ? ([
          ["bg-line-strong", t("requests")],
          ["bg-link", t("successes")],
        ] as const)
      : ([["bg-link", t(measure)]] as const);
  return (
    <p aria-hidden="true" className="flex flex-wrap gap-x-4 gap-y-1 text-muted">
      {parts.map(([colour, name]) => (
        <span key={name} className="inline-flex items-center gap-1.5">
          <span className={cx("size-2.5 rounded-xs", colour)} />
          {name}
        </span>
      ))}
    </p>
  );
}

function useSlotName(): (slot: Slot) => string {
  const t = useTranslations("statistics.chart");
  const dayText = useDayText();
  return ({ from, to }) =>
    from === to ? dayText(from) : t("week", { from: dayText(from), to: dayText(to) });
}

function useHeightText(): (slot: Slot, measure: Measure) => string {
  return (slot, measure) => {
    if (measure === "spent") return spentText(slot.spentKopecks);
    return measure === "delivery" ? percentText(slot.deliveryPercent) : formatNumber(slot.requests);
  };
}

/** The bar under the pointer in numbers. */
function Reading({ slot, measure }: { slot: Slot | null; measure: Measure }) {
  const t = useTranslations("statistics.chart");
  const slotName = useSlotName();
  const heightText = useHeightText();
  if (!slot) return null;
  return (
    <p aria-hidden="true" className="tabular">
      <span className="text-muted">{slotName(slot)}: </span>
      <span className="font-medium">
        {measure === "purchases"
          ? `${t("requests")} ${formatNumber(slot.requests)}, ${t("successes")} ${formatNumber(slot.successes)}`
          : heightText(slot, measure)}
      </span>
    </p>
  );
}

type PlotProps = {
  slots: readonly Slot[];
  measure: Measure;
  pointed: number | null;
  onPoint: (slot: number | null) => void;
};

/** Lines and bars, in percents of a plane that takes the width there is. Drawn for the eye only. */
function Plot({ slots, measure, pointed, onPoint }: PlotProps) {
  const lines = axisFor(slots, measure);
  const top = lines.at(-1) as number;
  const lineText = (line: number) => {
    if (measure === "delivery") return `${line}%`;
    return measure === "spent" ? `${formatNumber(line / 100)}\u00a0₽` : formatNumber(line);
  };
  const point = (event: React.PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - left) / width) * slots.length);
    onPoint(Math.max(0, Math.min(slots.length - 1, at)));
  };
  return (
    <div aria-hidden="true" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <div className="relative h-48 lg:h-60">
        {/* Gives the column the width of its longest text. */}
        {lines.map((line) => (
          <span key={line} className="tabular invisible block h-0 overflow-hidden text-right text-xs">
            {lineText(line)}
          </span>
        ))}
        {lines.map((line) => (
          <span
            key={line}
            className="tabular absolute right-0 translate-y-1/2 whitespace-nowrap text-muted text-xs"
            style={{ bottom: `${(line / top) * 100}%` }}
          >
            {lineText(line)}
          </span>
        ))}
      </div>
      <svg
        aria-hidden="true"
        className="h-48 w-full touch-pan-y overflow-visible lg:h-60"
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => onPoint(null)}
      >
        {lines.map((line) => (
          <line
            key={line}
            x1="0"
            x2="100%"
            y1={`${100 - (line / top) * 100}%`}
            y2={`${100 - (line / top) * 100}%`}
            className={line === 0 ? "stroke-line-strong" : "stroke-line"}
          />
        ))}
        {slots.map((slot, at) => (
          <g key={slot.from} opacity={pointed === null || pointed === at ? 1 : 0.45}>
            <Bar
              at={at}
              of={slots.length}
              share={(heightOf(slot, measure) ?? 0) / top}
              fill={fills[measure]}
            />
            {measure === "purchases" ? (
              <Bar at={at} of={slots.length} share={slot.successes / top} fill="fill-link" />
            ) : null}
          </g>
        ))}
        {/* Empty days can be pointed at as well. */}
        <rect width="100%" height="100%" fill="transparent" />
      </svg>
      <Ends slots={slots} />
    </div>
  );
}

/** A bar of the day's place, at most a few hundredths of the width wide: one day alone is no wall. */
function Bar({ at, of, share, fill }: { at: number; of: number; share: number; fill: string }) {
  if (share <= 0) return null;
  const place = 100 / of;
  const width = Math.min(place * 0.76, 6);
  return (
    <rect
      x={`${place * at + (place - width) / 2}%`}
      width={`${width}%`}
      y={`${100 - share * 100}%`}
      height={`${share * 100}%`}
      className={fill}
    />
  );
}

/** The first and the last day below the bars. */
function Ends({ slots }: { slots: readonly Slot[] }) {
  const dayText = useDayText();
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return null;
  return (
    <div className="tabular col-start-2 mt-1.5 flex justify-between text-muted text-xs">
      {slots.length > 1 ? <span>{dayText(first.from)}</span> : null}
      <span className={cx(slots.length === 1 && "mx-auto")}>{dayText(last.to)} (UTC)</span>
    </div>
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
  const slotName = useSlotName();
  const heightText = useHeightText();
  const highest = highestOf(slots, measure);
  const period = { measure: t(measure), from: dayText(view.from), to: dayText(view.to) };
  return (
    <figcaption className="sr-only">
      {highest
        ? t("summary", { ...period, highest: heightText(highest, measure), when: slotName(highest) })
        : t("summaryEmpty", period)}
    </figcaption>
  );
}
