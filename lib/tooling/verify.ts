import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildPages, isBuilt } from "#lib/tooling/build.ts";
import { addCounts, type Counts, readCounts, slowestFiles } from "#lib/tooling/counts.ts";
import { ensureChromium } from "#lib/tooling/install-chromium.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { startProductUnderTest } from "#lib/tooling/product-under-test.ts";
import { endPrograms, nodeProgram, runProgram, startNode } from "#lib/tooling/programs.ts";
import { runCommand, say, secondsText } from "#lib/tooling/terminal.ts";

const ROOT = path.join(import.meta.dirname, "..", "..");

/** A step throws when it fails; it adds its tests to the file of counts, or counts as one. */
type Step = { name: string; countsItself?: boolean; run(): Promise<void> };

/** Settings of the product that the caller's shell may hold: the run must not depend on them. */
const FOREIGN =
  /^(DATABASE_|DATA_|DEMO|HOST$|PORT$|PUBLIC_URL$|WEB_|WORKER_|API_URL$|MAIL|SMTP_|TEST_GATEWAY|NODE_ENV$)/;
for (const name of Object.keys(process.env)) if (FOREIGN.test(name)) delete process.env[name];

/** `npm run verify -- --keep-going` runs the later steps although one has failed. */
const keepGoing = process.argv.includes("--keep-going");
const scratch = mkdtempSync(path.join(os.tmpdir(), "sms-den-verify-"));
const countsFile = path.join(scratch, "counts");

const bin = (name: string) => path.join(ROOT, "node_modules", name);

const steps: Step[] = [
  { name: "browser", run: () => ensureChromium(ROOT) },
  {
    name: "format and lint",
    run: () => runProgram(nodeProgram(bin("@biomejs/biome/bin/biome"), "check", ".")),
  },
  { name: "types", run: checkTypes },
  { name: "walls", run: () => runProgram([path.join(ROOT, "lib/tooling/walls.ts")]) },
  {
    name: "unused files, exports and packages",
    run: () => runProgram(nodeProgram(bin("knip/bin/knip.js"))),
  },
  {
    name: "unit, interface, database and API tests",
    countsItself: true,
    run: () => runProgram(nodeProgram(bin("vitest/vitest.mjs"), "run"), { VERIFY_COUNTS: countsFile }),
  },
  { name: "production build", run: build },
  { name: "weight of the pages", run: () => runProgram([path.join(ROOT, "lib/tooling/budgets.ts")]) },
  { name: "journeys on the default start", countsItself: true, run: runJourneys },
  { name: "self-check of the benchmarks", run: checkBenchmarks },
];

async function checkTypes(): Promise<void> {
  // A fresh clone has no next-env.d.ts yet.
  await runProgram(
    nodeProgram(bin("next/dist/bin/next"), "typegen"),
    { NEXT_TELEMETRY_DISABLED: "1" },
    "quiet",
  );
  await runProgram(nodeProgram(bin("typescript/bin/tsc"), "--noEmit"));
}

async function build(): Promise<void> {
  if (isBuilt(ROOT)) return say("The build is that of these sources already");
  await buildPages(ROOT, process.env as Record<string, string>, startNode);
}

async function runJourneys(): Promise<void> {
  const product = await startProductUnderTest(ROOT);
  try {
    const journeys = (...which: string[]) =>
      runProgram(nodeProgram(bin("@playwright/test/cli.js"), "test", ...which), {
        VERIFY_COUNTS: countsFile,
        JOURNEY_URL: product.url,
        JOURNEY_DEMO_FILE: product.demoFile,
        JOURNEY_STATE_FOLDER: product.stateFolder,
        JOURNEY_STAND_INS: JSON.stringify(product.standIns),
        JOURNEY_OPENID_PORT: String(product.openIdPort),
      });
    await journeys("--project=journeys", "--project=stand-ins");
    say("Invariants of the rows that the journeys left:");
    await runProgram(["--conditions=react-server", path.join(ROOT, "app/_processes/check-data.ts")], {
      DATA_FOLDER: product.stateFolder,
    });
    // Last: after its leap of the clock everything that is done by the hour is overdue.
    await journeys("--project=later", "--no-deps");
  } catch (error) {
    product.showLogs();
    throw error;
  } finally {
    await product.stop();
  }
}

async function checkBenchmarks(): Promise<void> {
  const script = path.join(ROOT, "bench", "all.ts");
  await runProgram(["--conditions=react-server", script, "--self-check"]);
}

async function runStep(step: Step): Promise<Counts> {
  const begunMs = performance.now();
  const before = readCounts(countsFile);
  say(`\n== ${step.name}`);
  let error: unknown = null;
  try {
    await step.run();
  } catch (thrown) {
    error = thrown;
  }
  if (error) say(error instanceof Problem ? error.message : String((error as Error).stack ?? error));
  say(`== ${step.name}: ${error ? "FAILED" : "ok"} in ${secondsText(performance.now() - begunMs)}`);
  const after = readCounts(countsFile);
  const own = {
    passed: after.passed - before.passed,
    failed: after.failed - before.failed,
    skipped: after.skipped - before.skipped,
  };
  if (error) return { ...own, failed: Math.max(1, own.failed) };
  return step.countsItself ? own : { passed: 1, failed: 0, skipped: 0 };
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
  let total: Counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const step of steps) {
      total = addCounts(total, await runStep(step));
      if (total.failed > 0 && !keepGoing) break;
    }
    say("\nThe slowest files:");
    for (const { file, milliseconds } of slowestFiles(countsFile, 10))
      say(`${secondsText(milliseconds).padStart(9)}  ${file}`);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  say(
    `\nin ${secondsText(performance.now() - begunMs)}${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`,
  );
  say(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
});
