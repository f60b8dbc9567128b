import path from "node:path";
import { ROOT } from "#lib/tooling/files.ts";
import { ensureGammu } from "#lib/tooling/machine/gammu.ts";
import { ensureChromium } from "#lib/tooling/machine/install-chromium.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { endWithPrograms, packagePrograms, runProgram, scratchFolder } from "#lib/tooling/programs.ts";
import { ensureBuilt, ensureContentDeskBuilt } from "#lib/tooling/start/build.ts";
import { runCommand, say, secondsText } from "#lib/tooling/terminal.ts";
import { judge, runAgain } from "#lib/tooling/verify/flickers.ts";
import { addCounts, noCounts } from "#lib/tooling/verify/records.ts";
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
// npm run check                               those that need neither a database nor a browser, for between commits
const words = process.argv.slice(2);
const keepsGoing = words.includes("--keep-going") || process.env.CI === "true";
const only = words.flatMap((word, index) => (words[index - 1] === "--only" ? [word] : []));
const scratch = scratchFolder("verify");
const recordsFile = path.join(scratch, "records");

const BROWSER = "browser";
const BUILD = "production build";

const { biome, knip, next, tsc, vitest } = packagePrograms;
const kept = (...program: string[]) => runProgram(program, {}, "kept");
const counted = (name: string, args: string[], env: Record<string, string> = {}): Step => ({
  ...{ name, countsItself: true },
  run: () => runProgram([vitest, "run", ...args], { VERIFY_RECORDS: recordsFile, ...env }),
});

const sourceSteps: readonly Step[] = [
  { name: "format and lint", run: () => kept(biome, "check", ".") },
  { name: "types", run: checkTypes },
  { name: "walls", run: () => kept(path.join(ROOT, "lib/tooling/walls/walls.ts")) },
  { name: "unused files, exports and packages", run: () => kept(knip) },
];

const quickSteps: readonly Step[] = [
  ...sourceSteps,
  // The drawn day runs the unit tests once more; that waits for `npm run verify`.
  counted("unit tests", ["--project", "unit", "--project", "alone"], { DRAWN_DAY: "no" }),
];

const allSteps: readonly Step[] = [
  { name: BROWSER, run: ensureChromium },
  { name: "gammu-smsd for a partner's modems", run: async () => ensureGammu() },
  ...sourceSteps,
  counted("unit, interface, database and API tests", []),
  { name: BUILD, run: ensureBuilt },
  // One journey needs it.
  { name: "build of the content desk", run: ensureContentDeskBuilt },
  {
    name: "weight of the pages",
    needs: [BUILD],
    run: () => kept(path.join(ROOT, "lib/tooling/pages/budgets.ts")),
  },
  {
    name: "journeys on the default start",
    countsItself: true,
    needs: [BROWSER, BUILD],
    run: () => runJourneys({ recordsFile }),
  },
  {
    name: "self-check of the benchmarks",
    needs: [BUILD],
    run: () => kept("--conditions=react-server", path.join(ROOT, "bench/all.ts"), "--self-check"),
  },
];

async function checkTypes(): Promise<void> {
  // A fresh clone has no types of its routes yet.
  await runProgram([next, "typegen"], { NEXT_TELEMETRY_DISABLED: "1" }, "quiet");
  await kept(tsc, "--noEmit");
}

function chosenSteps(): readonly Step[] {
  const steps = words.includes("--quick") ? quickSteps : allSteps;
  if (only.length === 0) return steps;
  const chosen = steps.filter(({ name }) => only.some((part) => name.includes(part)));
  if (chosen.length > 0) return chosen;
  throw new Problem(`There is no such step. There are: ${steps.map(({ name }) => name).join("; ")}.`);
}

endWithPrograms();

await runCommand(async () => {
  const begunMs = performance.now();
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
});
