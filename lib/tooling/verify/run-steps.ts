import { explain } from "#lib/tooling/problem.ts";
import { secondsText } from "#lib/tooling/terminal.ts";
import {
  addRecords,
  type Counts,
  type Duration,
  type Failure,
  readRecords,
} from "#lib/tooling/verify/records.ts";

/** A step throws when it fails. Its tests stand in the file of records; where it has none it counts as one. */
export type Step = {
  readonly name: string;
  readonly countsItself?: boolean;
  /** Names of steps without whose success it cannot run. */
  readonly needs?: readonly string[];
  run(): Promise<void>;
};

export type StepOutcome = {
  readonly name: string;
  readonly state: "passed" | "failed" | "not run";
  readonly milliseconds: number;
  readonly counts: Counts;
  readonly durations: readonly Duration[];
  readonly failures: readonly Failure[];
};

type Plan = {
  readonly recordsFile: string;
  /** Whether the steps behind a failed one run, where they can. */
  readonly keepsGoing: boolean;
  say(line: string): void;
};

/** Runs the steps in their order and tells of each how it ended; never throws for a step that fails. */
export async function runSteps(steps: readonly Step[], plan: Plan): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const step of steps) {
    const missing = outcomes.filter(({ name, state }) => state !== "passed" && step.needs?.includes(name));
    const hasFailed = outcomes.some(({ state }) => state === "failed");
    if (missing.length > 0 || (hasFailed && !plan.keepsGoing)) outcomes.push(leaveOut(step, missing, plan));
    else outcomes.push(await runStep(step, plan));
  }
  return outcomes;
}

function leaveOut(step: Step, missing: readonly StepOutcome[], { say, keepsGoing }: Plan): StepOutcome {
  if (keepsGoing) say(`\n== ${step.name}: not run, it needs ${missing.map(({ name }) => name).join(", ")}`);
  const counts = { passed: 0, failed: 0, skipped: 0 };
  return { name: step.name, state: "not run", milliseconds: 0, counts, durations: [], failures: [] };
}

async function runStep(step: Step, { recordsFile, say }: Plan): Promise<StepOutcome> {
  const begunMs = performance.now();
  const { lines } = readRecords(recordsFile);
  say(`\n== ${step.name}`);
  let message: string | null = null;
  try {
    await step.run();
  } catch (thrown) {
    message = explain(thrown);
  }
  if (message !== null) say(message);
  const milliseconds = performance.now() - begunMs;
  say(`== ${step.name}: ${message === null ? "ok" : "FAILED"} in ${secondsText(milliseconds)}`);
  // What its tests did not tell of: a program that broke off, a check that is none of them.
  if (message !== null && readRecords(recordsFile, lines).failures.length === 0)
    addRecords(recordsFile, [{ failure: { title: step.name, message } }]);
  const { counts: own, durations, failures } = readRecords(recordsFile, lines);
  const failed = Math.max(failures.length, message === null ? 0 : 1);
  const counts = step.countsItself
    ? { ...own, failed }
    : { passed: message === null ? 1 : 0, failed, skipped: 0 };
  return {
    ...{ name: step.name, state: message === null ? "passed" : "failed", milliseconds },
    ...{ counts, durations, failures },
  };
}
