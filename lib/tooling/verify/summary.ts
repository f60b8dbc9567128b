import { secondsText } from "#lib/tooling/terminal.ts";
import { FLICKERS_LET_THROUGH, type Verdict } from "#lib/tooling/verify/flickers.ts";
import { type Failure, slowest } from "#lib/tooling/verify/records.ts";
import type { StepOutcome } from "#lib/tooling/verify/run-steps.ts";

const LINES_OF_FAILURES = 60;
const LINES_OF_ONE = 8;
const LONGEST_LINE = 200;
const SLOWEST = 10;

/** Where the time went: every step, and the slowest test files and journeys. */
export function timeLines(outcomes: readonly StepOutcome[]): string[] {
  const row = (milliseconds: number, what: string) => `${secondsText(milliseconds).padStart(9)}  ${what}`;
  const durations = outcomes.flatMap((outcome) => outcome.durations);
  const slowestOf = (runner: "tests" | "journeys", title: string) => {
    const found = slowest(durations, runner, SLOWEST);
    return found.length === 0
      ? []
      : ["", title, ...found.map(({ milliseconds, name }) => row(milliseconds, name))];
  };
  return [
    "Where the time went:",
    ...outcomes.filter(({ state }) => state !== "not run").map((one) => row(one.milliseconds, one.name)),
    ...slowestOf("tests", "The slowest test files:"),
    ...slowestOf("journeys", "The slowest journeys:"),
  ];
}

/** Every failure with the beginning of its message, in at most 60 lines however many there are. */
export function failureLines(failures: readonly Failure[]): string[] {
  if (failures.length === 0) return [];
  const shown = failures.slice(0, Math.floor((LINES_OF_FAILURES - 2) / 2));
  const room = Math.min(LINES_OF_ONE, Math.floor((LINES_OF_FAILURES - 2) / shown.length) - 1);
  const left = failures.length - shown.length;
  return [
    `What failed (${failures.length}):`,
    ...shown.flatMap(({ file, title, message }) => [
      `  ${cut(file ? `${file} > ${title}` : title)}`,
      ...message
        .split("\n")
        .filter((line) => line.trim() !== "")
        .slice(0, room)
        .map((line) => `      ${cut(line.trim())}`),
    ]),
    ...(left > 0 ? [`  and ${left} more, which stand above`] : []),
  ];
}

/** The files that failed among others and passed alone, and whether they are let through. */
export function flickerLines({ flickers }: Verdict): string[] {
  if (flickers.length === 0) return [];
  const isLetThrough = flickers.length <= FLICKERS_LET_THROUGH;
  return [
    `Flickers (${flickers.length}): failed among others, passed alone; ${
      isLetThrough
        ? "let through, find the race all the same"
        : `more than ${FLICKERS_LET_THROUGH} are not let through`
    }:`,
    ...flickers.map(
      ({ file, firstMs, againMs }) => `  ${file}  ${secondsText(firstMs)}, then ${secondsText(againMs)}`,
    ),
  ];
}

function cut(line: string): string {
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE - 1)}…` : line;
}
