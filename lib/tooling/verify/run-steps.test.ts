import { mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { Problem } from "#lib/tooling/problem.ts";
import { addRecords, type Failure } from "#lib/tooling/verify/records.ts";
import { runSteps, type Step } from "#lib/tooling/verify/run-steps.ts";

function aRun(keepsGoing: boolean) {
  const recordsFile = path.join(mkdtempSync(path.join(os.tmpdir(), "sms-den-steps-")), "records");
  const said: string[] = [];
  return { recordsFile, keepsGoing, said, say: (line: string) => void said.push(line) };
}

const passes = (name: string): Step => ({ name, run: async () => {} });
const fails = (name: string, message: string): Step => ({
  name,
  run: async () => {
    throw new Problem(message);
  },
});

test("two faults in different steps are both in the outcome of a run that keeps going", async () => {
  const steps = [fails("types", "an error of types"), passes("walls"), fails("tests", "a test broke off")];
  const outcomes = await runSteps(steps, aRun(true));
  expect(outcomes.map(({ name, state }) => `${name} ${state}`)).toEqual([
    "types failed",
    "walls passed",
    "tests failed",
  ]);
  expect(outcomes.flatMap(({ failures }) => failures.map(({ title, message }) => [title, message]))).toEqual([
    ["types", "an error of types"],
    ["tests", "a test broke off"],
  ]);
});

test("a run that does not keep going stops behind the first step that failed", async () => {
  const outcomes = await runSteps([passes("a"), fails("b", "x"), passes("c")], aRun(false));
  expect(outcomes.map(({ state }) => state)).toEqual(["passed", "failed", "not run"]);
});

test("a step that needs one that failed is not run, and neither is what needs that one", async () => {
  const plan = aRun(true);
  const steps: Step[] = [
    fails("build", "it broke"),
    { ...passes("weights"), needs: ["build"] },
    { ...passes("journeys"), needs: ["weights"] },
    passes("walls"),
  ];
  const outcomes = await runSteps(steps, plan);
  expect(outcomes.map(({ state }) => state)).toEqual(["failed", "not run", "not run", "passed"]);
  expect(plan.said).toContain("\n== weights: not run, it needs build");
});

test("tests that a step has written down are counted and told of once", async () => {
  const plan = aRun(true);
  const failure: Failure = { runner: "tests", file: "a.test.ts", title: "holds", message: "it did not" };
  const steps: Step[] = [
    {
      ...{ name: "tests", countsItself: true },
      run: async () => {
        addRecords(plan.recordsFile, [{ counts: { passed: 7, failed: 1, skipped: 2 } }, { failure }]);
        throw new Problem("exit code 1");
      },
    },
    passes("walls"),
  ];
  const [tests, walls] = await runSteps(steps, plan);
  expect(tests).toMatchObject({ counts: { passed: 7, failed: 1, skipped: 2 }, failures: [failure] });
  expect(walls?.counts).toEqual({ passed: 1, failed: 0, skipped: 0 });
});
