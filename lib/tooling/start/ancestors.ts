import { readFileSync } from "node:fs";
import { commandLine, findProcess, isRunning, type ProcessIdentity } from "#lib/tooling/process-identity.ts";

const LEVELS = 4;
const LOOK_EVERY_MS = 1_000;

/** The parent's pid from the text of /proc/<pid>/stat. */
export function parseParent(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

function parentOf(pid: number): number {
  try {
    return parseParent(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return 0;
  }
}

/** The processes that started us: the bootstrap, npm's shell and npm itself. Empty when started by hand. */
function launchers(): ProcessIdentity[] {
  const bootstrap = Number(process.env.SMS_DEN_BOOTSTRAP_PID);
  if (!bootstrap || bootstrap !== process.ppid) return [];
  const chain = [bootstrap];
  for (let pid = parentOf(bootstrap); pid > 1 && chain.length < LEVELS; pid = parentOf(pid)) {
    chain.push(pid);
    if (commandLine(pid).startsWith("npm ")) return chain.map(findProcess).filter((found) => found !== null);
  }
  return [findProcess(bootstrap)].filter((found) => found !== null);
}

/** Calls `onLost` once when one of the processes that started us is killed, so that nobody keeps running unseen. */
export function watchLaunchers(onLost: () => void): void {
  const chain = launchers();
  const timer = setInterval(() => {
    if (chain.every(isRunning)) return;
    clearInterval(timer);
    onLost();
  }, LOOK_EVERY_MS);
  timer.unref();
}
