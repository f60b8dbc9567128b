import type { StatisticsView } from "#features/statistics/users/users.contract.ts";
import { figuresOf, noCounts, type PurchaseKind } from "#features/statistics/users/users.rules.ts";

/** What the chart can show; each has an axis of its own that begins at zero. Accounts have no codes to be delivered. */
const measures = {
  numbers: ["purchases", "spent", "delivery"],
  accounts: ["orders", "accounts", "spent"],
} as const;
export type Measure = (typeof measures)[keyof typeof measures][number];

/** What the chart offers to show of a kind, the first of it at first. */
export function measuresOf(kind: PurchaseKind): readonly [Measure, ...Measure[]] {
  return kind === "accounts" ? measures.accounts : measures.numbers;
}

type Day = StatisticsView["days"][number];
/** Some days that stand as one in the chart. */
export type Slot = Omit<Day, "day"> & { readonly from: string; readonly to: string };

/** Up to so many days each has a bar of its own; above, weeks have. */
const DAYS_MAX = 92;
const WEEK = 7;

/** Days as a chart shows them: each alone, or seven together counted back from the last one. */
export function stretchesOf<Each>(days: readonly Each[]): Each[][] {
  if (days.length <= DAYS_MAX) return days.map((day) => [day]);
  const stretches: Each[][] = [];
  for (let end = days.length; end > 0; end -= WEEK)
    stretches.unshift(days.slice(Math.max(0, end - WEEK), end));
  return stretches;
}

/** The days as the chart shows them: each its own, or seven together counted back from the last day. */
export function slotsOf(days: readonly Day[]): Slot[] {
  return stretchesOf(days).map(together);
}

function together(days: readonly Day[]): Slot {
  const counts = { ...noCounts } as Record<keyof typeof noCounts, number>;
  for (const day of days) {
    for (const name of Object.keys(noCounts) as (keyof typeof noCounts)[]) counts[name] += day[name];
  }
  const { medianSeconds: _, ...figures } = figuresOf(counts, null);
  return { ...figures, from: days[0]?.day ?? "", to: days.at(-1)?.day ?? "" };
}

/** The height of a slot's bar, or null where there is no figure: a day without numbers has no delivery rate, not a bad one. */
export function heightOf(slot: Slot, measure: Measure): number | null {
  if (measure === "purchases" || measure === "orders") return slot.requests;
  if (measure === "accounts") return slot.accounts;
  return measure === "spent" ? Math.max(0, slot.spentKopecks) : slot.deliveryPercent;
}

/** The slot with the highest bar, the latest of equal ones; null when all are empty. */
export function highestOf(slots: readonly Slot[], measure: Measure): Slot | null {
  let highest: Slot | null = null;
  for (const slot of slots) {
    const value = heightOf(slot, measure) ?? 0;
    if (value > 0 && value >= (highest ? (heightOf(highest, measure) ?? 0) : 0)) highest = slot;
  }
  return highest;
}

/** Round steps from zero to at least `highest`: 1, 2 or 5 times a power of ten, six lines at most; whole units only. */
export function axisOf(highest: number, unit = 1): number[] {
  const wanted = Math.max(highest, unit) / 4;
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(
    unit,
    [1, 2, 5, 10].map((times) => times * power).find((each) => each >= wanted) ?? wanted,
  );
  const lines = [0];
  while ((lines.at(-1) as number) < highest || lines.length < 2) lines.push(lines.length * step);
  return lines;
}

/** The axis of money: kopecks in round steps of a currency whose unit, which is never split, is `unitKopecks`. */
export function moneyAxisOf(highestKopecks: number, unitKopecks: number): number[] {
  return axisOf(highestKopecks / unitKopecks).map((units) => units * unitKopecks);
}

/** The axis of a measure: percents always go to a hundred, money has the steps of the visitor's currency. */
export function axisFor(slots: readonly Slot[], measure: Measure, unitKopecks = 100): number[] {
  if (measure === "delivery") return [0, 25, 50, 75, 100];
  const highest = Math.max(0, ...slots.map((slot) => heightOf(slot, measure) ?? 0));
  return measure === "spent" ? moneyAxisOf(highest, unitKopecks) : axisOf(highest);
}
