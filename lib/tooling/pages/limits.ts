import { tableOf } from "#lib/tooling/page-section.ts";

/** What one page may take of somebody who has never been there, on a phone on slow 4G. */
const LIMITS = {
  largestMs: 1_500,
  /** Less than this is a shift that nobody can see: a part of a pixel. */
  shift: 0.001,
  requests: 25,
  performance: 95,
  bestPractices: 100,
} as const;

/** Lighthouse's verdict, 0 to 100. */
export type Scores = { readonly performance: number; readonly bestPractices: number };

/** One first visit of a page, as the browser tells it. */
export type Visit = {
  /** When the largest thing was painted, in milliseconds from the press on. */
  readonly largestMs: number;
  /** Its element and the beginning of its text. */
  readonly largest: string;
  /** The sum of all layout shifts, which CLS never exceeds. */
  readonly shift: number;
  /** What moved by how much, in that order. */
  readonly moved: readonly string[];
  readonly requests: number;
  readonly bytes: number;
};

/** A page's row: the middle of its visits' times, the worst of everything else. */
export type PageFigures = Visit & { readonly address: string; readonly scores: Scores | null };

/** Sums up the visits of one page, at least one; an even number of them has the later of the two in the middle. */
export function sumUp(address: string, visits: readonly Visit[], scores: Scores | null): PageFigures {
  const byTime = visits.toSorted((one, other) => one.largestMs - other.largestMs);
  const middle = byTime[Math.floor(byTime.length / 2)];
  if (!middle) throw new Error(`${address} was never visited`);
  const worst = visits.reduce((most, one) => (one.shift > most.shift ? one : most));
  return {
    address,
    scores,
    largestMs: middle.largestMs,
    largest: middle.largest,
    shift: worst.shift,
    moved: worst.moved,
    requests: Math.max(...visits.map(({ requests }) => requests)),
    bytes: Math.max(...visits.map(({ bytes }) => bytes)),
  };
}

/** Which limits a page exceeds, in the words of the table's head; empty = none. */
export function listExcesses({ largestMs, shift, requests, scores }: PageFigures): string[] {
  const excesses = [
    largestMs > LIMITS.largestMs && "LCP",
    shift >= LIMITS.shift && "CLS",
    requests > LIMITS.requests && "requests",
    scores !== null && scores.performance < LIMITS.performance && "performance",
    scores !== null && scores.bestPractices < LIMITS.bestPractices && "best practices",
  ];
  return excesses.filter((excess) => excess !== false);
}

/** The table of docs/proofs.md; the columns of Lighthouse are there when it was asked. */
export function toPagesTable(pages: readonly PageFigures[]): string {
  const hasScores = pages.some(({ scores }) => scores !== null);
  const head = ["page", "LCP, ms", "largest thing", "CLS", "requests", "KB"];
  const last = hasScores ? ["performance", "best practices", "too much"] : ["too much"];
  const rows = pages.map((page) => [
    page.address,
    Math.round(page.largestMs).toLocaleString("en-US"),
    page.largest.replaceAll("|", "\\|"),
    page.shift.toFixed(3),
    String(page.requests),
    String(Math.round(page.bytes / 1_000)),
    ...(hasScores ? [page.scores?.performance ?? "", page.scores?.bestPractices ?? ""].map(String) : []),
    listExcesses(page).join(", ") || "nothing",
  ]);
  return tableOf([...head, ...last], rows);
}
