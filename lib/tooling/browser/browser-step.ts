import type { Browser } from "#lib/tooling/browser/chromium.ts";

/** Package managers that we know, in the order they are looked for. Only apt-get is run by us. */
export const packageManagers = ["apt-get", "dnf", "zypper", "pacman", "apk", "brew"] as const;
export type PackageManager = (typeof packageManagers)[number];

/** Everything that decides how a machine gets a browser. */
export type MachineFacts = {
  browser: Browser;
  /** The value of CHROMIUM_PATH. */
  named: string | undefined;
  isRoot: boolean;
  /** sudo works without asking for a password. */
  hasSudo: boolean;
  manager: PackageManager | null;
  /** The `ID` of /etc/os-release. */
  distribution: string | null;
  /** apt-get has package lists, of whatever age. */
  hasPackageLists: boolean;
};

/** `install` and `refresh` are apt-get's install and update, `download` fetches the Chromium that Playwright brings. */
export type BrowserAction = "install" | "refresh" | "download";

/** An action that was carried out: what it printed, and what browser there is since. */
export type Attempt = { action: BrowserAction; succeeded: boolean; output: string; browser: Browser };

export type BrowserStep =
  | { kind: "use"; file: string; version: string }
  | { kind: "do"; action: BrowserAction; asRoot: "self" | "sudo" | "no"; says: string }
  | { kind: "give up"; sentence: string };

const COMMANDS: Readonly<Record<PackageManager, string>> = {
  "apt-get": "apt-get update && apt-get install chromium",
  dnf: "dnf install chromium",
  zypper: "zypper install chromium",
  pacman: "pacman -S chromium",
  // Alpine's package is the only one that brings no font, and without any font a text has no size.
  apk: "apk add chromium font-dejavu",
  brew: "brew install --cask google-chrome",
};

const NO_NETWORK =
  /Temporary failure resolving|Could not resolve|Could not connect|Unable to connect|[Cc]onnection timed out|Network is unreachable|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ENETUNREACH/;
const OLD_LISTS =
  /Unable to locate package|has no installation candidate|404 +Not Found|Hash Sum mismatch|unexpected size|unmet dependencies/;

/**
 * The next step towards a browser for the journeys, from the facts of the machine and what has been tried so far: the system's package
 * where we may install it, else Playwright's download, else one sentence with the command that a person has to type.
 */
export function nextBrowserStep(facts: MachineFacts, attempts: readonly Attempt[]): BrowserStep {
  const browser = attempts.at(-1)?.browser ?? facts.browser;
  if (browser.state === "works") return { kind: "use", file: browser.file, version: browser.version };
  if (facts.named !== undefined) return { kind: "give up", sentence: namedSentence(facts.named, browser) };
  const step = nextPackageStep(facts, attempts) ?? nextDownload(facts, attempts);
  return step ?? { kind: "give up", sentence: lastSentence(facts, attempts, browser) };
}

function rights({ isRoot, hasSudo }: MachineFacts): "self" | "sudo" | "no" {
  if (isRoot) return "self";
  return hasSudo ? "sudo" : "no";
}

/** Ubuntu's package is a stub for a snap, which cannot be used in containers. */
function hasPackage({ manager, distribution }: MachineFacts): boolean {
  return manager === "apt-get" && distribution !== "ubuntu";
}

function nextPackageStep(facts: MachineFacts, attempts: readonly Attempt[]): BrowserStep | null {
  const asRoot = rights(facts);
  if (!hasPackage(facts) || asRoot === "no" || attempts.some(({ action }) => action === "download"))
    return null;
  const sudo = asRoot === "sudo" ? "sudo " : "";
  const refresh = (why: string): BrowserStep => ({
    kind: "do",
    action: "refresh",
    asRoot,
    says: `Refreshing the package lists, which are ${why} (${sudo}apt-get update)`,
  });
  const install: BrowserStep = {
    kind: "do",
    action: "install",
    asRoot,
    says: `Installing Chromium (${sudo}apt-get install chromium)`,
  };
  const last = attempts.at(-1);
  if (!last) return facts.hasPackageLists ? install : refresh("missing");
  // Whether a refresh has helped is judged by the install behind it: one broken source of many is no reason to stop.
  if (last.action === "refresh") return install;
  const isRefreshed = attempts.some(({ action }) => action === "refresh");
  const isOld = !last.succeeded && OLD_LISTS.test(last.output) && !NO_NETWORK.test(last.output);
  return isOld && !isRefreshed ? refresh("out of date") : null;
}

/** Playwright has builds for Debian, Ubuntu and macOS; where another package manager rules, its package is the way. */
function nextDownload(facts: MachineFacts, attempts: readonly Attempt[]): BrowserStep | null {
  const isSupported = facts.manager === "apt-get" || facts.manager === "brew" || facts.manager === null;
  if (!isSupported || attempts.some(({ action }) => action === "download")) return null;
  const asRoot = facts.manager === "apt-get" ? rights(facts) : "no";
  const libraries = asRoot === "no" ? "" : " with the libraries it needs";
  return {
    kind: "do",
    action: "download",
    asRoot,
    says: `Downloading the Chromium of Playwright${libraries} (playwright install chromium)`,
  };
}

function namedSentence(named: string, browser: Browser): string {
  const what =
    browser.state === "broken"
      ? `CHROMIUM_PATH names ${named}, which does not start: ${browser.because}`
      : `CHROMIUM_PATH names ${named}, which is no program`;
  return `${what}. Correct it, or unset it to use an installed Chromium.`;
}

function lastSentence(facts: MachineFacts, attempts: readonly Attempt[], browser: Browser): string {
  const what =
    browser.state === "broken"
      ? `The Chromium at ${browser.file} does not start: ${browser.because}`
      : "There is no Chromium";
  const why = whyNot(attempts);
  return `${what}${why ? `, and none could be installed: ${why}` : ""}. ${remedy(facts)}`;
}

function whyNot(attempts: readonly Attempt[]): string {
  const byApt = causeOf(attempts.filter(({ action }) => action !== "download"));
  const byPlaywright = causeOf(attempts.filter(({ action }) => action === "download"));
  return [byApt && `apt-get: ${byApt}`, byPlaywright && `Playwright: ${byPlaywright}`]
    .filter((reason) => reason !== null)
    .join("; ");
}

/** Why attempts with one program failed; null when the last one did not, or said nothing. */
function causeOf(attempts: readonly Attempt[]): string | null {
  const last = attempts.at(-1);
  if (!last || last.succeeded) return null;
  // apt-get update succeeds without a network, and the install behind it only says that the package is unknown.
  const noNetwork = attempts.map(({ output }) => NO_NETWORK.exec(output)?.[0]).find((found) => found);
  if (noNetwork) return `the network does not answer ("${noNetwork}")`;
  const lines = last.output
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  // apt-get marks its errors; the first one is the cause, later ones are advice.
  const line = lines.find((one) => one.startsWith("E: ")) ?? lines.at(-1);
  return line ? line.replace(/^E: /, "").replace(/\.$/, "") : null;
}

/** What a person has to type, as the user that they are. */
function remedy(facts: MachineFacts): string {
  const { manager } = facts;
  const orName = "or name one in CHROMIUM_PATH";
  if (!manager) return `Install Chromium, ${orName}.`;
  // Playwright asks for the password of sudo on its own.
  if (manager === "apt-get" && !hasPackage(facts))
    return `Type: npx playwright install --with-deps chromium (${orName}).`;
  const sudo = facts.isRoot || manager === "brew" ? "" : "sudo ";
  const command = COMMANDS[manager].replaceAll(/(^|&& )/g, `$1${sudo}`);
  return `Type: ${command} (${orName}).`;
}
