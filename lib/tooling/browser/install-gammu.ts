import { hasGammu } from "#lib/tooling/browser/gammu.ts";
import { installSystemPackage } from "#lib/tooling/browser/system-package.ts";
import { say } from "#lib/tooling/terminal.ts";

const PACKAGES = ["gammu", "gammu-smsd"];
const NOT_THERE =
  "gammu-smsd is not installed and could not be (as root: apt-get install gammu gammu-smsd). The journey of a partner's modems under it " +
  "is skipped, and runs with the HTTP input of the partner's program instead.";

/** Makes sure of gammu-smsd for the journey of a partner's modems, by the system's package. Says what is done without it. */
export function ensureGammu(): void {
  if (!hasGammu()) PACKAGES.every((name) => installSystemPackage(name, name));
  say(hasGammu() ? "gammu-smsd is installed" : NOT_THERE);
}
