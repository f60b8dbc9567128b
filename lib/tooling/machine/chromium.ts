import path from "node:path";
import { isRunnable } from "#lib/tooling/files.ts";
import { causeIn, tryProgram } from "#lib/tooling/machine/system-package.ts";

/** Debian's Chromium without windows comes first: journeys have none, and cost a third less without what draws them. */
const HEADLESS = "chromium-headless-shell";
const NAMES = [HEADLESS, "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MAC_PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];
const ANSWERS_WITHIN_MS = 30_000;

/** What is known of a program that should be a browser: its version as it prints it, or why it does not start. */
export type Browser = { readonly file: string } & (
  | { readonly version: string }
  | { readonly because: string }
);

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

/** Whether a browser is the one that is preferred. */
export const isPreferred = (file: string): boolean => path.basename(file) === HEADLESS;

/** The path of the preferred installed Chromium, which may still fail to start; null when there is none. */
export function findChromium(): string | null {
  return listChromiums()[0] ?? null;
}

/** Starts a browser for its version. Ubuntu's package, for one, is a stub that starts nothing. */
export function tryChromium(file: string): Browser {
  const answer = tryProgram(file, ["--version", "--no-sandbox"], ANSWERS_WITHIN_MS);
  const version = /(?:Chromium|Google Chrome)\D*(\d+(?:\.\d+){3})/.exec(answer.output)?.[1];
  return answer.succeeded && version ? { file, version } : { file, because: causeIn(answer) };
}
