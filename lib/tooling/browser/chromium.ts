import { spawnSync } from "node:child_process";
import path from "node:path";
import { isRunnable } from "#lib/tooling/files.ts";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MAC_PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const ANSWERS_WITHIN_MS = 30_000;

/** What is known of a browser: there is none, it starts (`version` as it prints it), or it does not (`because`). */
export type Browser =
  | { state: "missing" }
  | { state: "works"; file: string; version: string }
  | { state: "broken"; file: string; because: string };

/** What a program that was started and waited for has left. */
export type ProgramAnswer = { status: number | null; output: string };

/** Every installed Chromium, the preferred one first. With CHROMIUM_PATH only that one counts. */
export function listChromiums(): string[] {
  const named = process.env.CHROMIUM_PATH;
  if (named) return isRunnable(named) ? [named] : [];
  const folders = (process.env.PATH ?? "")
    .split(path.delimiter)
    .concat("/usr/bin", "/usr/local/bin", "/snap/bin");
  const places = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).concat(MAC_PLACES);
  return [...new Set(places)].filter(isRunnable);
}

/** The path of the preferred installed Chromium, which may still fail to start; null when there is none. */
export function findChromium(): string | null {
  return listChromiums()[0] ?? null;
}

/** Starts each browser for its version and returns the first that works, else the first that is broken. */
export function tryChromiums(files: readonly string[]): Browser {
  let broken: Browser | null = null;
  for (const file of files) {
    const browser = judgeChromium(file, askVersion(file));
    if (browser.state === "works") return browser;
    broken ??= browser;
  }
  return broken ?? { state: "missing" };
}

function askVersion(file: string): ProgramAnswer {
  const { status, stdout, stderr, error } = spawnSync(file, ["--version", "--no-sandbox"], {
    timeout: ANSWERS_WITHIN_MS,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
  const isLate = (error as NodeJS.ErrnoException | undefined)?.code === "ETIMEDOUT";
  return {
    status,
    output: isLate ? `no answer within ${ANSWERS_WITHIN_MS / 1000} s` : `${stdout ?? ""}${stderr ?? ""}`,
  };
}

/** What a browser's answer to `--version` says about it. */
export function judgeChromium(file: string, { status, output }: ProgramAnswer): Browser {
  const version = /(?:Chromium|Google Chrome)\D*(\d+(?:\.\d+){3})/.exec(output)?.[1];
  if (status === 0 && version) return { state: "works", file, version };
  return { state: "broken", file, because: whyBroken(output) };
}

function whyBroken(output: string): string {
  const library = /error while loading shared libraries: ([^\s:]+)/.exec(output)?.[1];
  if (library) return `the library ${library} is missing`;
  if (/\bsnap\b/.test(output)) return "it is a stub that only asks for the snap";
  const line = output
    .split("\n")
    .find((one) => one.trim() !== "")
    ?.trim();
  return line ? `it says "${line.slice(0, 160)}"` : "it ends without a word";
}
