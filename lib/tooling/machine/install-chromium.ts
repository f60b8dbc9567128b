import { existsSync } from "node:fs";
import { readText } from "#lib/tooling/files.ts";
import { type Browser, isPreferred, listChromiums, tryChromium } from "#lib/tooling/machine/chromium.ts";
import {
  type Answer,
  becomeRoot,
  causeIn,
  findProgram,
  installPackages,
  tryProgram,
} from "#lib/tooling/machine/system-package.ts";
import { Problem } from "#lib/tooling/problem.ts";
import { packagePrograms } from "#lib/tooling/programs.ts";
import { say } from "#lib/tooling/terminal.ts";

/** What to type, by the package manager that is there. Alpine's package alone brings no font, and without one a text has no size. */
const COMMANDS = {
  "apt-get": "apt-get update && apt-get install chromium-headless-shell",
  dnf: "dnf install chromium",
  zypper: "zypper install chromium",
  pacman: "pacman -S chromium",
  apk: "apk add chromium font-dejavu",
  brew: "brew install --cask google-chrome",
} as const;

/**
 * Makes sure there is a browser for the journeys: the preferred one, installed where we may; else another one that is there, else
 * Playwright's. It is named in CHROMIUM_PATH from then on, also for the programs that this one starts. Throws a Problem with what to
 * type when there is none.
 */
export async function ensureChromium(): Promise<void> {
  const named = process.env.CHROMIUM_PATH;
  const found = await lookForBrowser();
  if (found && "version" in found) {
    // The journeys run with any; without fresh lists of packages a try costs a moment.
    const isBest = named || isPreferred(found.file) || !installPackage("known")?.succeeded;
    use(isBest ? found : await lookForBrowser());
    return;
  }
  if (named)
    throw new Problem(
      `CHROMIUM_PATH names ${named}, which ${found ? `does not start: ${reasonOf(found)}` : "is no program"}. ` +
        "Correct it, or unset it to use an installed Chromium.",
    );
  const reasons: string[] = [];
  let last: Browser | undefined = found;
  for (const [name, attempt] of Object.entries({ "apt-get": () => installPackage(), Playwright: download })) {
    const answer = attempt();
    last = await lookForBrowser();
    if (use(last)) return;
    if (answer && !answer.succeeded) reasons.push(`${name}: ${causeIn(answer)}`);
  }
  throw new Problem(noBrowser(last, reasons));
}

/** The first browser that starts, else the first that does not. Playwright takes a moment to load, so its own is looked for last. */
async function lookForBrowser(): Promise<Browser | undefined> {
  const installed = listChromiums().map(tryChromium);
  const works = installed.find((browser) => "version" in browser);
  if (works || process.env.CHROMIUM_PATH) return works ?? installed[0];
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return existsSync(file) ? tryChromium(file) : installed[0];
}

function use(browser: Browser | undefined): boolean {
  if (!browser || !("version" in browser)) return false;
  say(`Chromium ${browser.version} (${browser.file})`);
  process.env.CHROMIUM_PATH = browser.file;
  return true;
}

/** Ubuntu's package is a stub for a snap, which cannot be used in containers. */
function installPackage(list: "known" | "fresh" = "fresh"): Answer | null {
  const isUbuntu = /^ID="?ubuntu/m.test(readText("/etc/os-release") ?? "");
  return isUbuntu ? null : installPackages("Chromium", ["chromium-headless-shell"], list);
}

/** Playwright has builds for Debian, Ubuntu and macOS, and installs the libraries they need where it may. */
function download(): Answer {
  say("Downloading the Chromium of Playwright (playwright install chromium)");
  const libraries = findProgram("apt-get") && becomeRoot() ? ["--with-deps"] : [];
  return tryProgram(process.execPath, [
    packagePrograms.playwright,
    "install",
    "--no-shell",
    ...libraries,
    "chromium",
  ]);
}

function reasonOf(browser: Browser): string {
  return "because" in browser ? browser.because : "";
}

function noBrowser(broken: Browser | undefined, reasons: readonly string[]): string {
  const what = broken
    ? `The Chromium at ${broken.file} does not start: ${reasonOf(broken)}`
    : "There is no Chromium";
  const manager = Object.entries(COMMANDS).find(([name]) => findProgram(name));
  const type = manager ? `Type, as root where it must be: ${manager[1]}` : "Install Chromium";
  return `${what} (${reasons.join("; ") || "nothing could be installed"}). ${type}; or name one in CHROMIUM_PATH.`;
}
