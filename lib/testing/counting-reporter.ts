import { appendFileSync } from "node:fs";
import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { recordDuration } from "#lib/tooling/counts.ts";

/** Adds the counts and durations of a run to the file named in VERIFY_COUNTS, for the closing lines of `npm run verify`. */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const file = process.env.VERIFY_COUNTS;
    if (!file) return;
    let passed = 0;
    let failed = errors.length;
    let skipped = 0;
    for (const module of modules) {
      const tests = [...module.children.allTests()];
      passed += tests.filter((test) => test.result().state === "passed").length;
      skipped += tests.filter((test) => test.result().state === "skipped").length;
      const broken = tests.filter((test) => test.result().state === "failed").length;
      // A file that fails as a whole (its imports, its invariants afterwards) has no failed test of its own.
      failed += broken === 0 && module.state() === "failed" ? 1 : broken;
      const { collectDuration, duration, environmentSetupDuration, setupDuration } = module.diagnostic();
      recordDuration(file, {
        file: path.relative(process.cwd(), module.moduleId),
        milliseconds: collectDuration + duration + environmentSetupDuration + setupDuration,
      });
    }
    appendFileSync(file, `${JSON.stringify({ passed, failed, skipped })}\n`);
  }
}
