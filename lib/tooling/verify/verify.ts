import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { ensureGammu } from "#lib/tooling/machine/gammu.ts";
import { ensureChromium } from "#lib/tooling/machine/install-chromium.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { endPrograms, nodeProgram, runProgram, startNode } from "#lib/tooling/programs.ts";
import { buildPages, isBuilt } from "#lib/tooling/start/build.ts";
import { runCommand, say, secondsText } from "#lib/tooling/terminal.ts";
import { judge } from "#lib/tooling/verify/flickers.ts";
import { addCounts, noCounts } from "#lib/tooling/verify/records.ts";
import { runAgain } from "#lib/tooling/verify/run-again.ts";
import { runJourneys } from "#lib/tooling/verify/run-journeys.ts";
import { runSteps, type Step } from "#lib/tooling/verify/run-steps.ts";
import { failureLines, flickerLines, timeLines } from "#lib/tooling/verify/summary.ts";

/** Settings of the product that the caller's shell may hold: the run must not depend on them. */
const FOREIGN =
  /^(DATABASE_|DATA_|DEMO|HOST$|PORT$|PUBLIC_URL$|WEB_|WORKER_|API_URL$|MAIL|SMTP_|TEST_GATEWAY|NODE_ENV$)/;
for (const name of Object.keys(process.env)) if (FOREIGN.test(name)) delete process.env[name];
// One for the whole run: what a random life has found does not pass for a flicker because the second run lives another one.
process.env.PROOF_SEED ??= String(Date.now() % 2_147_483_647);

// npm run verify                              every check there is; stops behind the first step that fails
// npm run verify -- --keep-going              (or with CI=true) runs what can still run, and lists all that failed
// npm run verify -- --only types --only unit  the steps whose name contains one of these
const words = process.argv.slice(2);
const keepsGoing = words.includes("--keep-going") || process.env.CI === "true";
const only = words.flatMap((word, index) => (words[index - 1] === "--only" ? [word] : []));
const scratch = mkdtempSync(path.join(os.tmpdir(), "sms-den-verify-"));
const recordsFile = path.join(scratch, "records");

const bin = (name: string) => path.join(ROOT, "node_modules", name);

const BROWSER = "browser";
const BUILD = "production build";

const steps: Step[] = [
  { name: BROWSER, run: () => ensureChromium() },
  { name: "gammu-smsd for a partner's modems", run: async () => ensureGammu() },
  {
    name: "format and lint",
    run: () => runProgram(nodeProgram(bin("@biomejs/biome/bin/biome"), "check", "."), {}, "kept"),
  },
  { name: "types", run: checkTypes },
  { name: "walls", run: () => runProgram([path.join(ROOT, "lib/tooling/walls.ts")], {}, "kept") },
  {
    name: "unused files, exports and packages",
    run: () => runProgram(nodeProgram(bin("knip/bin/knip.js")), {}, "kept"),
  },
  {
    name: "unit, interface, database and API tests",
    countsItself: true,
    run: () => runProgram(nodeProgram(bin("vitest/vitest.mjs"), "run"), { VERIFY_RECORDS: recordsFile }),
  },
  { name: BUILD, run: build },
  {
    name: "weight of the pages",
    needs: [BUILD],
    run: () => runProgram([path.join(ROOT, "lib/tooling/pages/budgets.ts")], {}, "kept"),
  },
  {
    name: "journeys on the default start",
    countsItself: true,
    needs: [BROWSER, BUILD],
    run: () => runJourneys({ recordsFile }),
  },
  { name: "self-check of the benchmarks", needs: [BUILD], run: checkBenchmarks },
];

async function checkTypes(): Promise<void> {
  // A fresh clone has no next-env.d.ts yet.
  await runProgram(
    nodeProgram(bin("next/dist/bin/next"), "typegen"),
    { NEXT_TELEMETRY_DISABLED: "1" },
    "quiet",
  );
  await runProgram(nodeProgram(bin("typescript/bin/tsc"), "--noEmit"), {}, "kept");
}

async function build(): Promise<void> {
  if (isBuilt(ROOT)) return say("The build is that of these sources already");
  await buildPages(ROOT, process.env as Record<string, string>, startNode);
}

async function checkBenchmarks(): Promise<void> {
  const script = path.join(ROOT, "bench", "all.ts");
  await runProgram(["--conditions=react-server", script, "--self-check"], {}, "kept");
}

function chosenSteps(): Step[] {
  if (only.length === 0) return steps;
  const chosen = steps.filter(({ name }) => only.some((part) => name.includes(part)));
  if (chosen.length > 0) return chosen;
  throw new Problem(`There is no such step. There are: ${steps.map(({ name }) => name).join("; ")}.`);
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    endPrograms();
    rmSync(scratch, { recursive: true, force: true });
    process.exit(1);
  });
}

await runCommand(async () => {
  const begunMs = performance.now();
  try {
    const outcomes = await runSteps(chosenSteps(), { recordsFile, keepsGoing, say });
    const failures = outcomes.flatMap((outcome) => outcome.failures);
    const durations = outcomes.flatMap((outcome) => outcome.durations);
    const verdict = judge(failures, await runAgain(failures, durations, path.join(scratch, "again")));
    const counts = outcomes.map((outcome) => outcome.counts).reduce(addCounts, noCounts);
    const letThrough = counts.failed - verdict.failures.length;
    for (const lines of [timeLines(outcomes), flickerLines(verdict), failureLines(verdict.failures)])
      if (lines.length > 0) say(`\n${lines.join("\n")}`);
    for (const { name, state } of outcomes) if (state === "not run") say(`Not run: ${name}`);
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : "";
    say(`\nin ${secondsText(performance.now() - begunMs)}${skipped}`);
    say(`${counts.passed + letThrough} passed, ${verdict.failures.length} failed`);
    const isWhole = outcomes.every(({ state }) => state !== "not run");
    return verdict.failures.length > 0 || !isWhole ? 1 : 0;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
});
