import { packagePrograms, runProgram } from "#lib/tooling/programs.ts";
import { say } from "#lib/tooling/terminal.ts";
import type { Duration, FailedFile, Failure } from "#lib/tooling/verify/records.ts";
import { runJourneysAgain } from "#lib/tooling/verify/run-journeys.ts";

/** How many test files may have failed and passed by themselves afterwards. */
export const FLICKERS_LET_THROUGH = 2;
/** With more files than these something common is wrong: running them again would only cost time. */
const FILES_RUN_AGAIN = 12;

/** A failed file that was run once more by itself. */
export type Rerun = FailedFile & {
  readonly firstMs: number;
  readonly againMs: number;
  readonly hasPassed: boolean;
};

/** The files that are worth a second run, each once; none when there are too many. */
export function filesToRunAgain(failures: readonly Failure[]): FailedFile[] {
  const files = new Map<string, FailedFile>();
  for (const { runner, file, project } of failures)
    if (runner && file) files.set(`${project} ${file}`, { runner, file, project });
  return files.size > FILES_RUN_AGAIN ? [] : [...files.values()];
}

/** Runs each failed file once more by itself, which tells a fault from a test that fails now and then. */
export async function runAgain(
  failures: readonly Failure[],
  durations: readonly Duration[],
  recordsFile: string,
): Promise<Rerun[]> {
  const reruns: Rerun[] = [];
  for (const failed of filesToRunAgain(failures)) {
    const { file, runner } = failed;
    say(`\n== once more, by itself: ${file}`);
    const begunMs = performance.now();
    const run =
      runner === "journeys"
        ? runJourneysAgain(failed, recordsFile)
        : runProgram([packagePrograms.vitest, "run", file], { VERIFY_RECORDS: recordsFile });
    const hasPassed = await run.then(
      () => true,
      () => false,
    );
    const firstMs = durations
      .filter((one) => one.file === file && one.runner === runner)
      .reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    reruns.push({ ...failed, hasPassed, firstMs, againMs: performance.now() - begunMs });
  }
  return reruns;
}

export type Verdict = {
  /** Failed among others, passed alone. They are named in any case. */
  readonly flickers: readonly Rerun[];
  /** What makes the run red; without the flickers where these are let through. */
  readonly failures: readonly Failure[];
};

/**
 * Fault or flicker: what failed in a file that has passed alone is let through, of two files at most. Whatever failed outside of
 * test files is a fault.
 */
export function judge(failures: readonly Failure[], reruns: readonly Rerun[]): Verdict {
  const flickers = reruns.filter(({ hasPassed }) => hasPassed);
  if (flickers.length > FLICKERS_LET_THROUGH) return { flickers, failures };
  const isFlicker = ({ file, project }: Failure) =>
    flickers.some((one) => one.file === file && one.project === project);
  return { flickers, failures: failures.filter((failure) => !isFlicker(failure)) };
}
