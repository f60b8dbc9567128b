import path from "node:path";
import { findChromium, startsUp } from "#lib/tooling/chromium.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { installSystemPackage, succeeds } from "#lib/tooling/system-package.ts";
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

function installPackage(): boolean {
  if (!installSystemPackage("chromium", "Chromium")) return false;
  const found = findChromium();
  return found !== null && startsUp(found);
}

function installPlaywrights(root: string): boolean {
  say("Installing Chromium (Playwright's)");
  const playwright = path.join(root, "node_modules", "@playwright", "test", "cli.js");
  const withLibraries = process.getuid?.() === 0 ? ["--with-deps"] : [];
  return succeeds(process.execPath, [playwright, "install", ...withLibraries, "chromium"], root);
}
