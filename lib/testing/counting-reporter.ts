import path from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";
import { addRecords, type Failure, recordsFile } from "#lib/tooling/verify/records.ts";

const runner = "tests" as const;

/** Writes counts, durations and failures of a run into the file named in VERIFY_RECORDS. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const records = recordsFile();
    if (!records) return;
    for (const module of modules) {
      const file = path.relative(process.cwd(), module.moduleId);
      const states = [...module.children.allTests()].map((test) => test.result().state);
      const count = (state: string) => states.filter((one) => one === state).length;
      const failures = failuresOf(module, file);
      const { collectDuration, duration, environmentSetupDuration, setupDuration } = module.diagnostic();
      const milliseconds = collectDuration + duration + environmentSetupDuration + setupDuration;
      addRecords(records, [
        { counts: { passed: count("passed"), failed: failures.length, skipped: count("skipped") } },
        { duration: { runner, file, name: file, milliseconds } },
        ...failures.map((failure) => ({ failure })),
      ]);
    }
    // Of no test: a rejected promise that nobody waited for.
    addRecords(records, [
      { counts: { passed: 0, failed: errors.length, skipped: 0 } },
      ...errors.map((error) => ({
        failure: { title: "an error outside of all tests", message: textOf(error) },
      })),
    ]);
  }
}

/** Its failed tests; and the file as a whole, where its imports or its invariants afterwards have failed. */
function failuresOf(module: TestModule, file: string): Failure[] {
  const failures: Failure[] = [...module.children.allTests("failed")].map((test) => ({
    ...{ runner, file, title: test.fullName },
    message: (test.result().errors ?? []).map(textOf).join("\n"),
  }));
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors());
  const message = [...module.errors(), ...suites].map(textOf).join("\n");
  if (message || (failures.length === 0 && module.state() === "failed"))
    failures.push({ runner, file, title: "the file as a whole", message: message || "It says no reason" });
  return failures;
}

function textOf(error: SerializedError): string {
  return error.message || error.stack || String(error);
}
