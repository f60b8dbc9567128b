import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import path from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const MAC_PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of an installed Chromium: CHROMIUM_PATH, one on the PATH, or one of the usual places; null when there is none. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? "")
    .split(path.delimiter)
    .concat("/usr/bin", "/usr/local/bin", "/snap/bin");
  const candidates = [
    ...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []),
    ...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    ...MAC_PLACES,
  ];
  return candidates.find(isRunnable) ?? null;
}

function isRunnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether that browser starts at all: a snap's stub or a missing library shows here, not in the first journey. */
export function startsUp(file: string): boolean {
  return spawnSync(file, ["--version", "--no-sandbox"], { timeout: 30_000, stdio: "ignore" }).status === 0;
}
