import { appendFileSync } from "node:fs";
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Adds the counts of the journeys to the file named in VERIFY_COUNTS. */
export default class CountingJourneys implements Reporter {
  private passed = 0;
  private failed = 0;
  private skipped = 0;

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === "skipped") this.skipped += 1;
    else if (result.status === test.expectedStatus) this.passed += 1;
    else this.failed += 1;
  }

  onEnd(result: FullResult): void {
    const file = process.env.VERIFY_COUNTS;
    if (!file) return;
    // A run that broke before its tests (a syntax error) has failed although no test has.
    const failed = this.failed === 0 && result.status !== "passed" ? 1 : this.failed;
    appendFileSync(file, `${JSON.stringify({ passed: this.passed, failed, skipped: this.skipped })}\n`);
  }
}
