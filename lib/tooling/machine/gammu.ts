import { type Answer, causeIn, findProgram, installPackages } from "#lib/tooling/machine/system-package.ts";
import { say } from "#lib/tooling/terminal.ts";

const PROGRAMS = ["gammu", "gammu-smsd"];

/** Whether gammu and its SMS daemon are installed, which the journey of a partner's modems runs. */
export function hasGammu(): boolean {
  return PROGRAMS.every((name) => findProgram(name));
}

/** Makes sure of gammu-smsd for that journey, by the system's package. Says what is done without it, and why it could not be installed. */
export function ensureGammu(): void {
  const answer = hasGammu() ? null : installPackages("gammu-smsd", PROGRAMS);
  say(hasGammu() ? "gammu-smsd is installed" : withoutGammu(answer));
}

function withoutGammu(answer: Answer | null): string {
  const why = answer ? causeIn(answer) : "that needs apt-get, and root or a sudo that asks for no password";
  return (
    `gammu-smsd is not installed and could not be (${why}). Type, as root: apt-get update && apt-get install ${PROGRAMS.join(" ")}. Until ` +
    "then the journey of a partner's modems under it is skipped, and runs with the HTTP input of the partner's program instead."
  );
}
