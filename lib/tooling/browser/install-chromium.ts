import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import {
  type Attempt,
  type BrowserAction,
  type MachineFacts,
  nextBrowserStep,
  packageManagers,
} from "#lib/tooling/browser/browser-step.ts";
import {
  type Browser,
  listChromiums,
  type ProgramAnswer,
  tryChromiums,
} from "#lib/tooling/browser/chromium.ts";
import { readText } from "#lib/tooling/files.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { say } from "#lib/tooling/terminal.ts";

const PACKAGE_LISTS = "/var/lib/apt/lists";
/** Another program may be installing something: that is waited for. */
const APT = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "--quiet"];
const INSTALLED_WITHIN_MS = 1_800_000;

/**
 * Makes sure there is a browser for the journeys: one that is installed, else the system's package, else Playwright's. It is named in
 * CHROMIUM_PATH from then on, also for the programs that this one starts. Throws a Problem with what to type when there is none.
 */
export async function ensureChromium(root: string): Promise<void> {
  const attempts: Attempt[] = [];
  const facts = await readFacts();
  for (;;) {
    const step = nextBrowserStep(facts, attempts);
    if (step.kind === "give up") throw new Problem(step.sentence);
    if (step.kind === "use") {
      say(`Chromium ${step.version} (${step.file})`);
      process.env.CHROMIUM_PATH = step.file;
      return;
    }
    say(step.says);
    const { status, output } = run(commandOf(root, step.action, step.asRoot));
    attempts.push({ action: step.action, succeeded: status === 0, output, browser: await look() });
  }
}

async function readFacts(): Promise<MachineFacts> {
  const browser = await look();
  const isRoot = process.getuid?.() === 0;
  const isNeeded = browser.state !== "works";
  return {
    browser,
    named: process.env.CHROMIUM_PATH || undefined,
    isRoot,
    hasSudo: isNeeded && !isRoot && run(["sudo", "-n", "true"]).status === 0,
    manager: packageManagers.find(isOnPath) ?? null,
    distribution: /^ID="?([^"\n]+)/m.exec(readText("/etc/os-release") ?? "")?.[1] ?? null,
    hasPackageLists: listFiles(PACKAGE_LISTS).some((name) => /_Packages/.test(name)),
  };
}

async function look(): Promise<Browser> {
  const installed = tryChromiums(listChromiums());
  if (installed.state === "works" || process.env.CHROMIUM_PATH) return installed;
  const downloaded = tryChromiums(await listDownloaded());
  return downloaded.state === "missing" ? installed : downloaded;
}

/** Playwright takes a moment to load, so it is loaded only when there is no other browser. */
async function listDownloaded(): Promise<string[]> {
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return existsSync(file) ? [file] : [];
}

function isOnPath(command: string): boolean {
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => existsSync(path.join(folder, command)));
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function commandOf(root: string, action: BrowserAction, asRoot: "self" | "sudo" | "no"): string[] {
  if (action === "download") {
    const playwright = path.join(root, "node_modules", "@playwright", "test", "cli.js");
    const withLibraries = asRoot === "no" ? [] : ["--with-deps"];
    return [process.execPath, playwright, "install", "--no-shell", ...withLibraries, "chromium"];
  }
  const sudo = asRoot === "sudo" ? ["sudo", "-n", "env", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive"] : [];
  if (action === "refresh") return [...sudo, ...APT, "update"];
  return [...sudo, ...APT, "install", "--yes", "--no-install-recommends", "chromium"];
}

/** What it prints is kept for the sentence that says why it failed: in English, whatever the machine speaks. */
function run([command = "", ...args]: string[]): ProgramAnswer {
  const env = { ...process.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" };
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    env,
    encoding: "utf8",
    maxBuffer: 64_000_000,
    timeout: INSTALLED_WITHIN_MS,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return { status, output: `${stdout ?? ""}${stderr ?? ""}${error?.message ?? ""}` };
}
