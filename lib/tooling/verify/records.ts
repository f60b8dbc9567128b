import { appendFileSync } from "node:fs";
import { readText } from "#lib/tooling/files.ts";

export type Counts = { readonly passed: number; readonly failed: number; readonly skipped: number };

/** How long a file of tests took, its imports included, or one journey (`name` is then its title). */
export type Duration = {
  readonly runner: Runner;
  readonly file: string;
  readonly name: string;
  readonly milliseconds: number;
};

export type Runner = "tests" | "journeys";

/** A test that failed. Without a `file` it is no test: a step, the invariants, an error outside of all tests. */
export type Failure = {
  readonly runner?: Runner;
  /** Playwright's project, which decides beside whom a journey runs. */
  readonly project?: string;
  readonly file?: string;
  readonly title: string;
  /** Without colours; the first lines say what is wrong. */
  readonly message: string;
};

/** Where something has failed, as it is run once more. */
export type FailedFile = { readonly runner: Runner; readonly file: string; readonly project?: string };

export type Records = {
  readonly counts: Counts;
  readonly durations: readonly Duration[];
  readonly failures: readonly Failure[];
};

type Line = { counts: Counts } | { duration: Duration } | { failure: Failure };

export const noCounts: Counts = { passed: 0, failed: 0, skipped: 0 };

export function addCounts(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/** The file in which the reporters of tests and journeys write down what happened; null where nobody asked for it. */
export function recordsFile(): string | null {
  return process.env.VERIFY_RECORDS || null;
}

/** Adds lines to a file of records; several processes may do so at once. */
export function addRecords(file: string, lines: readonly Line[]): void {
  if (lines.length > 0)
    appendFileSync(file, `${lines.map((line) => JSON.stringify(line, withoutColours)).join("\n")}\n`);
}

function withoutColours(_key: string, value: unknown): unknown {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences begin with one
  return typeof value === "string" ? value.replaceAll(/\u001b\[[0-9;]*m/g, "") : value;
}

/** Everything that stands in a file of records, behind its first `from` lines. */
export function readRecords(file: string, from = 0): Records & { readonly lines: number } {
  const lines = (readText(file) ?? "").split("\n").filter(Boolean);
  const parsed = lines.slice(from).map((line) => JSON.parse(line) as Line);
  return {
    lines: lines.length,
    counts: parsed.flatMap((line) => ("counts" in line ? [line.counts] : [])).reduce(addCounts, noCounts),
    durations: parsed.flatMap((line) => ("duration" in line ? [line.duration] : [])),
    failures: parsed.flatMap((line) => ("failure" in line ? [line.failure] : [])),
  };
}

/** What took longest, slowest first. */
export function slowest(durations: readonly Duration[], runner: Runner, count: number): Duration[] {
  return durations
    .filter((one) => one.runner === runner)
    .sort((left, right) => right.milliseconds - left.milliseconds)
    .slice(0, count);
}
