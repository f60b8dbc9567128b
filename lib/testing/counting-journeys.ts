import { appendFileSync } from "node:fs";
import path from "node:path";
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";
import { recordDuration } from "#lib/tooling/counts.ts";

/** Adds the counts and durations of the journeys to the file named in VERIFY_COUNTS. */
export default class CountingJourneys implements Reporter {
  private passed = 0;
  private failed = 0;
  private skipped = 0;
  private readonly durations = new Map<string, number>();

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === "skipped") this.skipped += 1;
    else if (result.status === test.expectedStatus) this.passed += 1;
    else this.failed += 1;
    const file = path.relative(process.cwd(), test.location.file);
    this.durations.set(file, (this.durations.get(file) ?? 0) + result.duration);
  }

  onEnd(result: FullResult): void {
    const file = process.env.VERIFY_COUNTS;
    if (!file) return;
    // A run that broke before its tests (a syntax error) has failed although no test has.
    const failed = this.failed === 0 && result.status !== "passed" ? 1 : this.failed;
    appendFileSync(file, `${JSON.stringify({ passed: this.passed, failed, skipped: this.skipped })}\n`);
    for (const [name, milliseconds] of this.durations) recordDuration(file, { file: name, milliseconds });
  }
}
