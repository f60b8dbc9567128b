import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readJson, readText } from "#lib/tooling/files.ts";
import { openIdSettings } from "#lib/tooling/journeys/openid-client.ts";
import { findFreePort } from "#lib/tooling/ports.ts";
import type { PostgresState } from "#lib/tooling/postgres/postgres.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { isRunning } from "#lib/tooling/process-identity.ts";
import { startProgram } from "#lib/tooling/programs.ts";
import {
  chooseStandInPorts,
  type StandInPorts,
  standInSettings,
} from "#lib/tooling/start/payment-stand-ins.ts";
import { readRunFile } from "#lib/tooling/start/run-file.ts";
import { say } from "#lib/tooling/terminal.ts";

export type ProductUnderTest = {
  url: string;
  demoFile: string;
  stateFolder: string;
  /** Where it looks for payment providers; the journeys start stand-ins there. */
  standIns: StandInPorts;
  /** Where it looks for an OpenID provider; the journey starts one there. */
  openIdPort: number;
  /** Prints the end of every part's log. */
  showLogs(): void;
  /** Stops it in order and removes its data. Throws when it does not end by itself. */
  stop(): Promise<void>;
};

const READY_WITHIN_MS = 240_000;
const STOPPED_WITHIN_MS = 60_000;
const PARTS = ["api", "web", "worker", "simulator", "mailbox", "test-gateway", "pay-stand-ins", "cms"];

/** The default start, as a person would start it, on a free port with data of its own; with the content desk where one is asked for. */
export async function startProductUnderTest(
  root: string,
  { hasContentDesk = false } = {},
): Promise<ProductUnderTest> {
  const data = path.join(root, ".data");
  mkdirSync(data, { recursive: true, mode: 0o711 });
  removeAbandoned(data);
  const stateFolder = mkdtempSync(path.join(data, "journeys-"));
  const port = await findFreePort();
  const standIns = await chooseStandInPorts();
  const openIdPort = await findFreePort();
  // Offers that journeys can rely on: Telegram of Indonesia answers within seconds, Kenya never.
  const env = {
    DATA_FOLDER: stateFolder,
    PORT: String(port),
    SIM_PROFILE: "journey",
    GALLERY: "1",
    READY_ACCOUNTS: "1",
    LICENCES: "1",
    CONTENT_DESK: hasContentDesk ? "1" : "0",
    // A journey has no week, and buys no numbers for thousands.
    REFERRAL_WAITING_DAYS: "0",
    WITHDRAWAL_BALANCE_MIN_KOPECKS: "10",
    // Two minutes: however slow the machine, a journey sees the money pending, and then available.
    PARTNER_EARNING_WAITING_DAYS: "0.0014",
    SMS_DEN_BOOTSTRAP_PID: String(process.pid),
    ...standInSettings(standIns),
    ...openIdSettings(openIdPort),
  };
  const child = startProgram(
    ["--conditions=react-server", path.join(root, "app/_processes/all.ts")],
    env,
    "shown",
  );
  const demoFile = path.join(stateFolder, "demo.json");
  const showLogs = () => {
    for (const part of PARTS) {
      const text = readText(path.join(stateFolder, "logs", `${part}.log`));
      if (text) say(`-- ${part}\n${text.split("\n").slice(-15).join("\n")}`);
    }
  };
  const stop = async () => {
    child.kill("SIGTERM");
    await waitUntil(
      () => child.exitCode !== null || child.signalCode !== null,
      STOPPED_WITHIN_MS,
      "did not stop",
    );
    removeState(stateFolder);
  };
  await waitUntil(
    () => readJson(demoFile) !== null || child.exitCode !== null,
    READY_WITHIN_MS,
    "was not ready in time",
  ).catch(async (error: unknown) => {
    showLogs();
    await stop();
    throw error;
  });
  const demo = readJson<{ url: string }>(demoFile);
  if (!demo) throw new Problem("The default start ended before it was ready, see above.");
  return { url: demo.url, demoFile, stateFolder, standIns, openIdPort, showLogs, stop };
}

/** The folder and, where PostgreSQL could not live in it, the home it has elsewhere. */
function removeState(stateFolder: string): void {
  const home = readJson<PostgresState>(path.join(stateFolder, "postgres.json"))?.home;
  for (const folder of [home, stateFolder]) if (folder) rmSync(folder, { recursive: true, force: true });
}

/** What a killed run left behind. A start that still runs or ends is left alone. */
function removeAbandoned(data: string): void {
  for (const name of readdirSync(data).filter((entry) => entry.startsWith("journeys-"))) {
    const stateFolder = path.join(data, name);
    const run = readRunFile(stateFolder);
    if (run && !isRunning(run.supervisor) && !run.children.some(isRunning)) removeState(stateFolder);
  }
}

async function waitUntil(isSo: () => boolean, withinMs: number, otherwise: string): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > deadline) throw new Problem(`The default start ${otherwise}.`);
    await pause(100);
  }
}
