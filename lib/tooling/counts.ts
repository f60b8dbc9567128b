import { readText } from "#lib/tooling/files.ts";

export type Counts = { passed: number; failed: number; skipped: number };

export function addCounts(left: Counts, right: Counts): Counts {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/** The sum of the lines that the reporters have written so far. */
export function readCounts(file: string): Counts {
  const lines = (readText(file) ?? "").split("\n").filter(Boolean);
  return lines
    .map((line) => JSON.parse(line) as Counts)
    .reduce(addCounts, { passed: 0, failed: 0, skipped: 0 });
}
