import path from "node:path";
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { addRecords, type Duration, type Failure, recordsFile } from "#lib/tooling/verify/records.ts";

/** Writes counts, durations and failures of the journeys into the file named in VERIFY_RECORDS. */
export default class CountingJourneys implements Reporter {
  private passed = 0;
  private skipped = 0;
  private readonly failures: Failure[] = [];
  private readonly durations: Duration[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    const runner = "journeys" as const;
    const file = path.relative(process.cwd(), test.location.file);
    if (result.status === "skipped") this.skipped += 1;
    else if (result.status === test.expectedStatus) this.passed += 1;
    else
      this.failures.push({
        ...{ runner, file, title: test.title, project: test.parent.project()?.name },
        message: result.error?.message ?? result.status,
      });
    this.durations.push({ runner, file, name: test.title, milliseconds: result.duration });
  }

  onEnd(result: FullResult): void {
    const file = recordsFile();
    if (!file) return;
    // A run that broke before its tests (a syntax error) has failed although no test has.
    if (this.failures.length === 0 && result.status !== "passed")
      this.failures.push({
        title: "journeys",
        message: `The run of the journeys ended as "${result.status}"`,
      });
    const counts = { passed: this.passed, failed: this.failures.length, skipped: this.skipped };
    addRecords(file, [
      { counts },
      ...this.durations.map((duration) => ({ duration })),
      ...this.failures.map((failure) => ({ failure })),
    ]);
  }
}
