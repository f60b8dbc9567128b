import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "#lib/tooling/files.ts";
import {
  type Condition,
  conditions,
  listFailures,
  type Turn,
  toTable,
} from "#lib/tooling/journeys/journey-turns.ts";
import { findChromium } from "#lib/tooling/machine/chromium.ts";
import { ensureGammu } from "#lib/tooling/machine/gammu.ts";
import { ensureChromium } from "#lib/tooling/machine/install-chromium.ts";
import { readSection, writeSection } from "#lib/tooling/page-section.ts";
import { explain, Problem } from "#lib/tooling/problem.ts";
import { endWithPrograms, scratchFolder, startProgram } from "#lib/tooling/programs.ts";
import { ensureBuilt, ensureContentDeskBuilt } from "#lib/tooling/start/build.ts";
import { runCommand, say, secondsText } from "#lib/tooling/terminal.ts";
import { readRecords } from "#lib/tooling/verify/records.ts";
import { runJourneys } from "#lib/tooling/verify/run-journeys.ts";

// npm run journeys                          all journeys once, as `npm run verify` runs them
// npm run journeys -- settings passkey      those whose path contains one of these
// npm run journeys -- --times 20            again and again, on a quiet machine, on one whose cores are taken (busy) and with the
//                                           browser's processor slowed four times (slow); the counts go to docs/testing.md
// npm run journeys -- --times 20 --on busy  in one of these conditions; its counts are added to those of earlier runs
// npm run journeys -- --times 20 settings   those journeys alone, which have rows of their own in docs/testing.md

const SLOWDOWN = 4;

type Wish = { times: number; on: readonly Condition[]; only: readonly string[] };

function readWish(words: string[]): Wish {
  const options = { times: { type: "string", default: "1" }, on: { type: "string" } } as const;
  const { values, positionals: only } = parseArgs({ args: words, options, allowPositionals: true });
  const times = Number(values.times);
  const on = conditions.filter((one) => one === values.on);
  if (!Number.isSafeInteger(times) || times < 1 || (values.on !== undefined && on.length === 0))
    throw new Problem(
      `npm run journeys takes --times with a number from 1 on and --on with one of ${conditions.join(", ")}.`,
    );
  const everywhere = times > 1 ? conditions : conditions.slice(0, 1);
  return { times, only, on: on.length > 0 ? on : everywhere };
}

/** Takes every core until it is told to stop, by processes that end with this one. */
function takeCores(): () => void {
  const loop =
    "const parent = process.ppid; for (;;) { for (let i = 0; i < 1e8; i += 1); if (process.ppid !== parent) process.exit(); }";
  const loops = os.cpus().map(() => startProgram(["--eval", loop], {}, "quiet"));
  return () => {
    for (const one of loops) one.kill("SIGKILL");
  };
}

async function runTurn(condition: Condition, only: readonly string[], recordsFile: string): Promise<Turn> {
  const { lines } = readRecords(recordsFile);
  const begunMs = performance.now();
  const freeCores = condition === "busy" ? takeCores() : () => {};
  let problem: string | null = null;
  try {
    await runJourneys({ recordsFile, only, slowdown: condition === "slow" ? SLOWDOWN : 1 });
  } catch (error) {
    problem = explain(error);
  } finally {
    freeCores();
  }
  const { failures, counts } = readRecords(recordsFile, lines);
  const untold = problem !== null && failures.length === 0 ? [{ title: "journeys", message: problem }] : [];
  return {
    ...{ condition, milliseconds: performance.now() - begunMs },
    ...{ passed: counts.passed, failures: [...failures, ...untold] },
  };
}

endWithPrograms();

await runCommand(async () => {
  const { times, on, only } = readWish(process.argv.slice(2));
  await ensureChromium();
  ensureGammu();
  await ensureBuilt();
  await ensureContentDeskBuilt();
  const recordsFile = path.join(scratchFolder("journeys"), "records");
  const turns: Turn[] = [];
  for (const condition of on)
    for (let time = 1; time <= times; time += 1) {
      const turn = await runTurn(condition, only, recordsFile);
      turns.push(turn);
      const { passed, failures, milliseconds } = turn;
      const counts = `${passed} passed, ${failures.length} failed in ${secondsText(milliseconds)}`;
      say(`\n== ${condition}, ${time} of ${times}: ${counts}`);
    }
  say(`\n${listFailures(turns).join("\n")}`);
  const page = path.join(ROOT, "docs", "testing.md");
  const date = new Date().toISOString().slice(0, 10);
  const isCounted = times > 1;
  const occasion = { browser: browserVersion(), date, only };
  const table = toTable(turns, occasion, isCounted ? readSection(page, "journeys") : "");
  say(`\n${table}`);
  if (isCounted) writeSection(page, "journeys", table);
  return turns.some(({ failures }) => failures.length > 0) ? 1 : 0;
});

function browserVersion(): string {
  const answer = spawnSync(findChromium() ?? "chromium", ["--version", "--no-sandbox"], { encoding: "utf8" });
  return /\d+(\.\d+)+/.exec(answer.stdout)?.[0] ?? "unknown";
}
