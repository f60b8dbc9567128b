import { tableOf } from "#lib/tooling/page-section.ts";

/** Less than this is a shift that nobody can see: a part of a pixel. A line of text that moves by a pixel is ten times as much. */
export const SEEN_SHIFT = 0.001;

/** What one page may take of somebody who has never been there, on a phone on slow 4G. */
const LIMITS = {
  largestMs: 1_500,
  /** Times what a page of Next with nothing on it blocks. */
  blocked: 1.5,
  shift: SEEN_SHIFT,
  requests: 25,
  performance: 95,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
} as const;

/** Lighthouse's verdict, 0 to 100. */
export type Scores = {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  /** Lighthouse's `benchmarkIndex`: how quick the machine is before it is slowed four times; higher is quicker. */
  readonly machineIndex: number;
};

/** One first visit of a page, as the browser tells it. */
export type Visit = {
  /** When the largest thing was painted, in milliseconds from the press on. */
  readonly largestMs: number;
  /** Its element and the beginning of its text. */
  readonly largest: string;
  /** The page's HTML has that element; scripts have not made it. */
  readonly isLargestInHtml: boolean;
  /** When the page listened to presses and letters, in milliseconds; 0 = it never says so, as the bare page. */
  readonly listensMs: number;
  /** Total blocking time: what tasks after the first paint take beyond 50 ms each, in milliseconds. */
  readonly blockedMs: number;
  /** The sum of all layout shifts, which CLS never exceeds. */
  readonly shift: number;
  /** What moved by how much, in that order. */
  readonly moved: readonly string[];
  readonly requests: number;
  readonly bytes: number;
};

/** A page's row: the middle of its visits' times, the worst of everything else. */
export type PageFigures = Visit & {
  readonly address: string;
  /** What the bare page beside it blocked; the middle of its visits. */
  readonly bareBlockedMs: number;
  readonly scores: Scores | null;
};

/** What else is known of a page beside its first visits. */
export type Beside = {
  /** Visits of the bare page, in turns with the page's own. */
  readonly bare: readonly Visit[];
  /** What moved on a visit that stayed until the prices were refreshed. */
  readonly refreshed: Pick<Visit, "shift" | "moved">;
  readonly scores: Scores | null;
};

function middleOf(numbers: readonly number[]): number {
  const middle = numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];
  if (middle === undefined) throw new Error("There was no visit");
  return middle;
}

/** Sums up the visits of one page, at least one; an even number of them has the later of the two in the middle. */
export function sumUp(
  address: string,
  visits: readonly Visit[],
  { bare, refreshed, scores }: Beside,
): PageFigures {
  const largestMs = middleOf(visits.map((one) => one.largestMs));
  const middle = visits.find((one) => one.largestMs === largestMs)!;
  const worst = [...visits, refreshed].reduce((most, one) => (one.shift > most.shift ? one : most));
  return {
    address,
    scores,
    largestMs,
    largest: middle.largest,
    isLargestInHtml: visits.every((one) => one.isLargestInHtml),
    listensMs: middleOf(visits.map((one) => one.listensMs)),
    blockedMs: middleOf(visits.map((one) => one.blockedMs)),
    bareBlockedMs: middleOf(bare.map((one) => one.blockedMs)),
    shift: worst.shift,
    moved: worst.moved,
    requests: Math.max(...visits.map(({ requests }) => requests)),
    bytes: Math.max(...visits.map(({ bytes }) => bytes)),
  };
}

/** Which limits a page exceeds, in the words of the table's head; empty = none. */
export function listExcesses(page: PageFigures): string[] {
  const { largestMs, shift, requests, scores } = page;
  const excesses = [
    largestMs > LIMITS.largestMs && "LCP",
    !page.isLargestInHtml && "largest thing",
    page.blockedMs > page.bareBlockedMs * LIMITS.blocked && "TBT",
    shift >= LIMITS.shift && "CLS",
    requests > LIMITS.requests && "requests",
    scores !== null && scores.performance < LIMITS.performance && "performance",
    scores !== null && scores.accessibility < LIMITS.accessibility && "accessibility",
    scores !== null && scores.bestPractices < LIMITS.bestPractices && "best practices",
    scores !== null && scores.seo < LIMITS.seo && "SEO",
  ];
  return excesses.filter((excess) => excess !== false);
}

/** The table of docs/proofs.md; the columns of Lighthouse are there when it was asked. */
export function toPagesTable(pages: readonly PageFigures[]): string {
  const hasScores = pages.some(({ scores }) => scores !== null);
  const head = [
    "page",
    "LCP, ms",
    "largest thing",
    "listens, ms",
    "TBT, ms",
    "bare page's",
    "CLS",
    "requests",
    "KB",
  ];
  const last = hasScores
    ? ["performance", "accessibility", "best practices", "SEO", "too much"]
    : ["too much"];
  const rows = pages.map((page) => [
    page.address,
    Math.round(page.largestMs).toLocaleString("en-US"),
    page.largest.replaceAll("|", "\\|"),
    Math.round(page.listensMs).toLocaleString("en-US"),
    ...[page.blockedMs, page.bareBlockedMs].map((ms) => String(Math.round(ms))),
    page.shift.toFixed(3),
    String(page.requests),
    String(Math.round(page.bytes / 1_000)),
    ...(hasScores ? scoresOf(page.scores) : []),
    listExcesses(page).join(", ") || "nothing",
  ]);
  return tableOf([...head, ...last], rows);
}

/** What the scores of two days are compared by; empty when Lighthouse was not asked. */
export function sayMachine(pages: readonly PageFigures[]): string {
  const indexes = pages.flatMap(({ scores }) => (scores ? [scores.machineIndex] : []));
  if (indexes.length === 0) return "";
  const [least, most] = [Math.min(...indexes), Math.max(...indexes)];
  return `Lighthouse's index of the machine: ${least} to ${most}, in the middle ${middleOf(indexes)}.`;
}

function scoresOf(scores: Scores | null): string[] {
  if (!scores) return ["", "", "", ""];
  return [scores.performance, scores.accessibility, scores.bestPractices, scores.seo].map(String);
}
