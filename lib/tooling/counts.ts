import { appendFileSync } from "node:fs";
import { readText } from "#lib/tooling/files.ts";

export type Counts = { passed: number; failed: number; skipped: number };
/** How long a file of tests took, its imports included. */
export type FileDuration = { readonly file: string; readonly milliseconds: number };

export function addCounts(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

function readLines<Line>(file: string): Line[] {
  const lines = (readText(file) ?? "").split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Line);
}

/** The sum of the lines that the reporters have written so far. */
export function readCounts(file: string): Counts {
  return readLines<Counts>(file).reduce(addCounts, { passed: 0, failed: 0, skipped: 0 });
}

/** Durations stand beside the counts, in a file of their own. */
const durationsOf = (countsFile: string) => `${countsFile}.durations`;

export function recordDuration(countsFile: string, duration: FileDuration): void {
  appendFileSync(durationsOf(countsFile), `${JSON.stringify(duration)}\n`);
}

/** The files that took longest, slowest first. */
export function slowestFiles(countsFile: string, count: number): FileDuration[] {
  return readLines<FileDuration>(durationsOf(countsFile))
    .sort((left, right) => right.milliseconds - left.milliseconds)
    .slice(0, count);
}
