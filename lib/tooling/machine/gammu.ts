import { findProgram, installPackages } from "#lib/tooling/machine/system-package.ts";
import { say } from "#lib/tooling/terminal.ts";

const PROGRAMS = ["gammu", "gammu-smsd"];

/** Whether gammu and its SMS daemon are installed, which the journey of a partner's modems runs. */
export function hasGammu(): boolean {
  return PROGRAMS.every((name) => findProgram(name));
}

/** Makes sure of gammu-smsd for that journey, by the system's package. Says what is done without it. */
export function ensureGammu(): void {
  if (!hasGammu()) installPackages("gammu-smsd", PROGRAMS);
  say(
    hasGammu()
      ? "gammu-smsd is installed"
      : `gammu-smsd is not installed and could not be (as root: apt-get install ${PROGRAMS.join(" ")}). The journey of a partner's ` +
          "modems under it is skipped, and runs with the HTTP input of the partner's program instead.",
  );
}
