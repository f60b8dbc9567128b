import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { nodeProgram, runProgram } from "#lib/tooling/programs.ts";
import { say } from "#lib/tooling/terminal.ts";
import { type FailedFile, filesToRunAgain, type Rerun } from "#lib/tooling/verify/flickers.ts";
import type { Duration, Failure } from "#lib/tooling/verify/records.ts";
import { runJourneysAgain } from "#lib/tooling/verify/run-journeys.ts";

const VITEST = path.join(ROOT, "node_modules/vitest/vitest.mjs");

/** Runs each failed file once more by itself, which tells a fault from a test that fails now and then. */
export async function runAgain(
  failures: readonly Failure[],
  durations: readonly Duration[],
  recordsFile: string,
): Promise<Rerun[]> {
  const reruns: Rerun[] = [];
  for (const file of filesToRunAgain(failures)) {
    say(`\n== once more, by itself: ${file.file}`);
    const begunMs = performance.now();
    const hasPassed = await runOne(file, recordsFile).then(
      () => true,
      () => false,
    );
    reruns.push({
      ...{ ...file, hasPassed, firstMs: sumOf(file, durations) },
      againMs: performance.now() - begunMs,
    });
  }
  return reruns;
}

async function runOne(file: FailedFile, recordsFile: string): Promise<void> {
  if (file.runner === "journeys") return runJourneysAgain(file, recordsFile);
  await runProgram(nodeProgram(VITEST, "run", file.file), { VERIFY_RECORDS: recordsFile });
}

function sumOf({ file, runner }: FailedFile, durations: readonly Duration[]): number {
  return durations
    .filter((one) => one.file === file && one.runner === runner)
    .reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}
