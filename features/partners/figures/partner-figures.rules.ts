import {
  type SuppliedExtentKind,
  type SuppliedGrouping,
  suppliedExtents,
  suppliedGroupings,
} from "#features/statistics/supplied/supplied.rules.ts";
import { axisOf, moneyAxisOf, stretchesOf } from "#features/statistics/users/chart.rules.ts";
import { type Choice, choiceQuery, firstChoice, readChoice } from "#features/statistics/users/users.rules.ts";

/** What a partner has chosen on the page: a period, a kind and what the rows of the table are. */
export type FiguresChoice = Omit<Choice, "kind" | "by"> & {
  readonly kind: SuppliedExtentKind;
  readonly by: SuppliedGrouping;
};

export const firstFiguresChoice: FiguresChoice = { ...firstChoice, kind: "all", by: "day" };

type Query = Readonly<Record<string, string | string[] | undefined>>;

/** The choice in an address; what makes no sense there is left out. */
export function readFiguresChoice(query: Query): FiguresChoice {
  return {
    ...readChoice(query),
    kind: suppliedExtents.find((kind) => kind === query.kind) ?? "all",
    by: suppliedGroupings.find((by) => by === query.by) ?? "day",
  };
}

/** The choice as an address has it, without what is chosen at first. */
export function figuresQuery({ by, ...rest }: FiguresChoice): string {
  const query = new URLSearchParams(choiceQuery({ ...rest, by: "day" }));
  if (by !== "day") query.set("by", by);
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** What the chart can show; each has an axis of its own that begins at zero. */
export const figureMeasures = ["requests", "earned"] as const;
export type FigureMeasure = (typeof figureMeasures)[number];

type Day = {
  readonly day: string;
  readonly requests: number;
  readonly codes: number;
  readonly earnedKopecks: number;
};
/** Some days that stand as one in the chart. */
export type FigureBar = Omit<Day, "day"> & { readonly from: string; readonly to: string };

/** The bars of a period: a day each, or a week where there are many days. */
export function barsOf(days: readonly Day[]): FigureBar[] {
  return stretchesOf(days).map((stretch) => {
    const sum = (name: "requests" | "codes" | "earnedKopecks") =>
      stretch.reduce((all, day) => all + day[name], 0);
    return {
      from: stretch[0]?.day ?? "",
      to: stretch.at(-1)?.day ?? "",
      requests: sum("requests"),
      codes: sum("codes"),
      earnedKopecks: sum("earnedKopecks"),
    };
  });
}

/** Heights of a place's bars, the one at the back first. What is below zero has none. */
export function barHeights(bar: FigureBar, measure: FigureMeasure): readonly number[] {
  return measure === "requests" ? [bar.requests, bar.codes] : [Math.max(0, bar.earnedKopecks)];
}

/** The lines of a measure; those of money in the steps of the visitor's currency. */
export function barLines(bars: readonly FigureBar[], measure: FigureMeasure, unitKopecks = 100): number[] {
  const highest = Math.max(0, ...bars.flatMap((bar) => barHeights(bar, measure)));
  return measure === "earned" ? moneyAxisOf(highest, unitKopecks) : axisOf(highest);
}

/** The highest place, the latest of equal ones; null when all are empty. */
export function highestBar(bars: readonly FigureBar[], measure: FigureMeasure): FigureBar | null {
  let highest: FigureBar | null = null;
  for (const bar of bars) {
    const [height = 0] = barHeights(bar, measure);
    const [before = 0] = highest ? barHeights(highest, measure) : [];
    if (height > 0 && height >= before) highest = bar;
  }
  return highest;
}
