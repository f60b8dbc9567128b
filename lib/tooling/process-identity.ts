import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** A process named so that a later process with the same pid is not taken for it. */
export type ProcessIdentity = { pid: number; startedAt: string };

/** The start field of /proc/<pid>/stat: the command may hold blanks and brackets, so count from the last bracket. */
export function parseProcStart(stat: string): string | null {
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // State is field 3 of the man page and the first here; a zombie has ended, its parent has only not looked yet.
  if (fields[0] === "Z" || fields[0] === "X") return null;
  return fields[19] ?? null;
}

function startOf(pid: number): string | null {
  try {
    if (process.platform === "linux") return parseProcStart(readFileSync(`/proc/${pid}/stat`, "utf8"));
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}

/** The identity of a living process, or null when there is none with this pid. */
export function findProcess(pid: number): ProcessIdentity | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const startedAt = startOf(pid);
  return startedAt ? { pid, startedAt } : null;
}

/** Whether that very process still runs. */
export function isRunning(identity: ProcessIdentity): boolean {
  return startOf(identity.pid) === identity.startedAt;
}

/** The command line of a living process, arguments separated by blanks; empty when it is gone or hidden. */
export function commandLine(pid: number): string {
  try {
    if (process.platform === "linux") {
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
    }
    return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}
