import { readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readJson, writeFileAtomically } from "#lib/tooling/files.ts";
import { commandLine, findProcess, isRunning, type ProcessIdentity } from "#lib/tooling/process-identity.ts";

/** `<state>/run.json`: who runs the product from this state folder. */
export type RunFile = {
  supervisor: ProcessIdentity;
  url: string;
  children: ProcessIdentity[];
  stopping: boolean;
};

const END_WITHIN_MS = 5_000;

function fileOf(stateFolder: string): string {
  return path.join(stateFolder, "run.json");
}

export function readRunFile(stateFolder: string): RunFile | null {
  return readJson<RunFile>(fileOf(stateFolder));
}

export function writeRunFile(stateFolder: string, run: RunFile): void {
  writeFileAtomically(fileOf(stateFolder), `${JSON.stringify(run)}\n`);
}

export function removeRunFile(stateFolder: string): void {
  rmSync(fileOf(stateFolder), { force: true });
}

/** The argument that marks every child of a state folder in its command line. */
export function stateMark(stateFolder: string): string {
  return `--state=${stateFolder}`;
}

/**
 * Ends what a killed start left behind: the children of its run file that are still the same processes, and any
 * process that carries the mark of this state folder (a kill may come between start and record). Returns how many.
 */
export async function endOrphans(stateFolder: string): Promise<number> {
  const recorded = readRunFile(stateFolder)?.children ?? [];
  const orphans = [...recorded.filter(isRunning), ...markedProcesses(stateFolder)];
  const byPid = new Map(orphans.map((orphan) => [orphan.pid, orphan]));
  for (const orphan of byPid.values()) signal(orphan, "SIGTERM");
  const deadline = performance.now() + END_WITHIN_MS;
  while ([...byPid.values()].some(isRunning) && performance.now() < deadline) await pause(50);
  for (const orphan of byPid.values()) if (isRunning(orphan)) signal(orphan, "SIGKILL");
  return byPid.size;
}

function markedProcesses(stateFolder: string): ProcessIdentity[] {
  if (process.platform !== "linux") return [];
  const mark = stateMark(stateFolder);
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((entry) => commandLine(Number(entry)).split(" ").includes(mark))
    .map((entry) => findProcess(Number(entry)))
    .filter((found) => found !== null);
}

/** Signals the process and its group: children lead a group of their own. */
export function signal(identity: ProcessIdentity, name: NodeJS.Signals): void {
  for (const target of [-identity.pid, identity.pid]) {
    try {
      process.kill(target, name);
    } catch {
      // Gone already, or not the leader of a group.
    }
  }
}
