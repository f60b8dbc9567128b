import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { childEnvironment } from "#lib/tooling/child-environment.ts";
import { ROOT } from "#lib/tooling/files.ts";

let clone = "";
beforeEach(() => {
  clone = mkdtempSync(path.join(os.tmpdir(), "sms-den-clone-"));
  for (const file of ["package.json", "package-lock.json", "lib/tooling/bootstrap.mjs"])
    cpSync(path.join(ROOT, file), path.join(clone, file));
  // In npm's place: says that it was asked, and fails, as it does without a network.
  writeFileSync(path.join(clone, "npm-cli.js"), 'console.log("npm " + process.argv[2]); process.exit(1);\n');
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

/** Runs a command of package.json in the clone as npm would, and returns everything that it printed. */
function printedBy(command: string): string {
  const { scripts } = JSON.parse(readFileSync(path.join(clone, "package.json"), "utf8"));
  const env = childEnvironment({ npm_execpath: path.join(clone, "npm-cli.js") });
  const { stdout, stderr } = spawnSync(scripts[command], { cwd: clone, env, shell: true, encoding: "utf8" });
  return stdout + stderr;
}

test.each(["up", "dev", "verify", "bench", "check", "new"])(
  "npm run %s in a fresh clone installs the packages first",
  (command) => {
    const printed = printedBy(command);
    expect(printed).toContain("npm ci\n");
    expect(printed).toContain("The packages could not be installed");
  },
);

test("check and new take the packages that are there, verify installs changed ones", () => {
  const installed = path.join(clone, "node_modules", ".package-lock.json");
  mkdirSync(path.dirname(installed));
  writeFileSync(installed, "{}");
  utimesSync(installed, 0, 0);
  expect(printedBy("check")).not.toContain("npm ci");
  expect(printedBy("new")).not.toContain("npm ci");
  expect(printedBy("verify")).toContain("npm ci");
});
