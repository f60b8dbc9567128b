import type { Business, BusinessFigures } from "#features/back-office/overview/business.contract.ts";
import { axisOf } from "#features/statistics/users/chart.rules.ts";

/** What the chart can show; each has an axis of its own that begins at zero. */
const businessMeasures = ["placed", "revenue", "delivery"] as const;
export type BusinessMeasure = (typeof businessMeasures)[number];

type Day = Business["days"][number];

/** What of it there is for who looks: without the right to money there is no revenue. */
export function measuresOf(days: readonly Day[]): readonly BusinessMeasure[] {
  return days.some(({ money }) => money !== null)
    ? businessMeasures
    : businessMeasures.filter((measure) => measure !== "revenue");
}

/** The height of a day's bars, the one at the back first. What is below zero, or not there, has none. */
export function heightsOf(figures: BusinessFigures, measure: BusinessMeasure): readonly number[] {
  if (measure === "delivery") return [figures.deliveryPercent ?? 0];
  if (measure === "placed") return [figures.placed, figures.delivered];
  const { revenueKopecks = 0, marginKopecks = 0 } = figures.money ?? {};
  return [Math.max(0, revenueKopecks), Math.max(0, marginKopecks)];
}

/** The lines of a measure: percents always go to a hundred, roubles are never split. */
export function linesOf(days: readonly Day[], measure: BusinessMeasure): number[] {
  if (measure === "delivery") return [0, 25, 50, 75, 100];
  const highest = Math.max(0, ...days.flatMap((day) => heightsOf(day, measure)));
  return axisOf(highest, measure === "revenue" ? 100 : 1);
}

/** The day with the highest bar at the back, the latest of equal ones; null when all are empty. */
export function highestDayOf(days: readonly Day[], measure: BusinessMeasure): Day | null {
  let highest: Day | null = null;
  for (const day of days) {
    const [height = 0] = heightsOf(day, measure);
    const [before = 0] = highest ? heightsOf(highest, measure) : [];
    if (height > 0 && height >= before) highest = day;
  }
  return highest;
}
