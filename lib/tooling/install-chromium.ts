import { spawnSync } from "node:child_process";
import path from "node:path";
import { findChromium, startsUp } from "#lib/tooling/chromium.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { say } from "#lib/tooling/terminal.ts";

/** Makes sure there is a browser for the journeys: an installed one, else the system's package, else Playwright's. */
export function ensureChromium(root: string): void {
  const found = findChromium();
  if (found && startsUp(found)) return;
  if (installPackage() || installPlaywrights(root)) return;
  throw new Problem(
    "There is no Chromium and none could be installed. Install one (for example: apt-get install chromium), " +
      "or name one in CHROMIUM_PATH.",
  );
}

function run(command: string, args: string[], cwd?: string): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { cwd, env, stdio: ["ignore", "ignore", "inherit"] }).status === 0;
}

function installPackage(): boolean {
  if (process.getuid?.() !== 0 || !run("/bin/sh", ["-c", "command -v apt-get"])) return false;
  say("Installing Chromium (the system's package)");
  const install = ["install", "--yes", "--quiet", "--no-install-recommends", "chromium"];
  // The lists of packages may be missing or old; refreshing them takes long, so try without first.
  if (!run("apt-get", install) && !(run("apt-get", ["update", "--quiet"]) && run("apt-get", install)))
    return false;
  const found = findChromium();
  return found !== null && startsUp(found);
}

function installPlaywrights(root: string): boolean {
  say("Installing Chromium (Playwright's)");
  const playwright = path.join(root, "node_modules", "@playwright", "test", "cli.js");
  const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
  return run(process.execPath, [playwright, "install", ...withLibraries, "chromium"], root);
}
