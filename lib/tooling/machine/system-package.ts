import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { say } from "#lib/tooling/terminal.ts";

const INSTALLED_WITHIN_MS = 1_800_000;
/** Another program may be installing something: that is waited for. */
const APT = ["apt-get", "-o", "DPkg::Lock::Timeout=300", "--quiet"];
const INSTALL = ["install", "--yes", "--no-install-recommends"];

/** A program that was run to its end: whether it succeeded, and all it printed. */
export type Answer = { readonly succeeded: boolean; readonly output: string };

/** Runs a program and keeps what it prints, in English, for the sentence that says why it failed. */
export function tryProgram(command: string, args: readonly string[], withinMs = INSTALLED_WITHIN_MS): Answer {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    env: { ...process.env, LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive" },
    encoding: "utf8",
    maxBuffer: 64_000_000,
    timeout: withinMs,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = [stdout, stderr, error?.message].filter(Boolean).join("\n");
  return { succeeded: status === 0, output };
}

/** Where a program is on the PATH, or in /usr/bin; undefined when it is not there. */
export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? "").split(path.delimiter).concat("/usr/bin", "/usr/local/bin");
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
}

/** What a command that needs root begins with here: nothing, or a sudo that asks for no password; null when there is neither. */
export function becomeRoot(): readonly string[] | null {
  if (process.getuid?.() === 0) return [];
  return tryProgram("sudo", ["-n", "true"]).succeeded ? ["sudo", "-n"] : null;
}

/**
 * Installs packages of Debian where there is apt-get and we may; null where not. `what` names them in a line at the terminal. The list of
 * packages is refreshed only after they could not be installed with the one that is there, since that takes long; with `list` "known"
 * never.
 */
export function installPackages(
  what: string,
  names: readonly string[],
  list: "known" | "fresh" = "fresh",
): Answer | null {
  const sudo = findProgram("apt-get") ? becomeRoot() : null;
  if (sudo === null) return null;
  const apt = (...words: string[]) => {
    const [command = "", ...args] = [...sudo, "env", "LC_ALL=C", "DEBIAN_FRONTEND=noninteractive", ...APT];
    return tryProgram(command, [...args, ...words]);
  };
  say(`Installing ${what} (${[...sudo, "apt-get", "install", ...names].join(" ")})`);
  const first = apt(...INSTALL, ...names);
  if (first.succeeded || list === "known") return first;
  say(
    `That did not work (${causeIn(first)}): refreshing the list of packages (apt-get update), then once more`,
  );
  const update = apt("update");
  const second = apt(...INSTALL, ...names);
  return second.succeeded ? second : { succeeded: false, output: `${unrefreshed(update)}${second.output}` };
}

/** Without a network apt-get updates nothing and calls that a success; what it then says of a package is not the cause. */
function unrefreshed({ output }: Answer): string {
  const failed = output.split("\n").find((line) => /^[WE]: Failed to fetch /.test(line));
  return failed ? `E: The list of packages is old and cannot be refreshed: ${failed.slice(3)}\n` : "";
}

/**
 * The line of a failed program's output that says why: the first that apt-get marks as an error, else the last that Node does (the
 * innermost cause, which it writes to its errors), else the last one.
 */
export function causeIn({ output }: Answer): string {
  const lines = output.split("\n").filter((line) => line.trim() !== "");
  const marked = lines.find((one) => /^E: /.test(one)) ?? lines.findLast((one) => /^Error: /.test(one));
  const line = marked ?? lines.at(-1) ?? "it ends without a word";
  return line.trim().replace(/^E: |\.$/g, "");
}
