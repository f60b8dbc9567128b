import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { readRecords } from "#lib/tooling/verify/records.ts";

const REPORTER = path.join(import.meta.dirname, "counting-reporter.ts");
const VITEST = path.join(import.meta.dirname, "..", "..", "node_modules", "vitest/vitest.mjs");

/** A run of these files by the real test runner, and what the reporter wrote down. */
async function recordsOf(files: Record<string, string>) {
  const root = mkdtempSync(path.join(os.tmpdir(), "sms-den-reporter-"));
  const config = { test: { globals: true, reporters: [REPORTER], maxWorkers: 1 } };
  writeFileSync(path.join(root, "vitest.config.mjs"), `export default ${JSON.stringify(config)}`);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  const records = path.join(root, "records");
  // It is called as `npm run verify` does; a run with failures ends with 1.
  const env = childEnvironment({ NODE_ENV: "test", VERIFY_RECORDS: records });
  await promisify(execFile)(process.execPath, [VITEST, "run"], { cwd: root, env }).catch(() => {});
  const found = readRecords(records);
  rmSync(root, { recursive: true, force: true });
  return found;
}

test("every failed test, file and stray error is written down with its message, and counted once", async () => {
  const { counts, failures, durations } = await recordsOf({
    "adds.test.js": `test("adds", () => expect(1 + 1).toBe(3)); test("holds", () => {}); test.skip("waits", () => {});`,
    "breaks.test.js": `throw new Error("no such import");`,
    "leaves.test.js": `test("leaves well", () => {}); afterAll(() => { throw new Error("an invariant is broken"); });`,
    "strays.test.js": `test("strays", async () => { Promise.reject(new Error("nobody waited")); await new Promise((done) => setTimeout(done, 50)); });`,
  });
  expect(counts).toEqual({ passed: 3, failed: 4, skipped: 1 });
  const told = failures.map(({ file, title, message }) => `${file}: ${title}: ${message}`).sort();
  expect(told).toEqual([
    expect.stringMatching(/^adds\.test\.js: adds: .*expected 2 to be 3/),
    expect.stringMatching(/^breaks\.test\.js: the file as a whole: .*no such import/),
    expect.stringMatching(/^leaves\.test\.js: the file as a whole: .*an invariant is broken/),
    expect.stringMatching(/^undefined: an error outside of all tests: .*nobody waited/),
  ]);
  expect(durations.map(({ name }) => name).sort()).toEqual([
    "adds.test.js",
    "breaks.test.js",
    "leaves.test.js",
    "strays.test.js",
  ]);
});
