import type { Failure, Runner } from "#lib/tooling/verify/records.ts";

/** How many test files may have failed and passed by themselves afterwards. */
export const FLICKERS_LET_THROUGH = 2;
/** With more files than these something common is wrong: running them again would only cost time. */
const FILES_RUN_AGAIN = 12;

export type FailedFile = { readonly runner: Runner; readonly file: string; readonly project?: string };

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
